import { expect, test } from 'vitest'
import { isolated } from '../../../src/rules/texts/isolated.ts'

test('isolates a right-to-left name and leaves other names unchanged', () => {
  expect(isolated('נועה')).toBe('\u2068נועה\u2069')
  for (const name of ['김하늘', 'Ada', '李明', '']) expect(isolated(name)).toBe(name)
})
