import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bySentence } from '../../src/ui/bySentence.tsx'

test.each([
  [
    'Korean',
    '인증번호를 보냈어요. 받으셨나요? 입력해 주세요.',
    ['인증번호를 보냈어요.', '받으셨나요?', '입력해 주세요.'],
  ],
  ['Chinese, which has no spaces', '已发送。请输入。', ['已发送。', '请输入。']],
  ['an address, whose points end nothing', 'We wrote to me@demo.test. Look.', ['We wrote to me@demo.test.', 'Look.']],
  ['one sentence without an end', '서비스 A 이용', ['서비스 A 이용']],
])('each sentence has an element of its own, and the text stays the same: %s', (_, text, sentences) => {
  const { container } = render(<p>{bySentence(text)}</p>)
  expect([...container.querySelectorAll('.sentence')].map((sentence) => sentence.textContent)).toEqual(sentences)
  expect(container).toHaveTextContent(text)
})
