import { expect, test } from 'vitest'
import { isolated } from '../../src/rules/isolated'

test('a name that runs from right to left keeps to itself, any other stays as it is', () => {
  expect(isolated('נועה')).toBe('\u2068נועה\u2069')
  for (const name of ['김하늘', 'Ada', '李明', '']) expect(isolated(name)).toBe(name)
})
