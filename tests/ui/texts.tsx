// The English texts, and a router, around a part under test.
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { changeLocale, loadLaterTexts } from '../../src/i18n/languages.ts'
import { TextsProvider } from '../../src/i18n/texts.tsx'

await changeLocale('en')
await loadLaterTexts()

const inEnglish = (part: ReactElement) => (
  <TextsProvider>
    <MemoryRouter>{part}</MemoryRouter>
  </TextsProvider>
)

export function renderPart(part: ReactElement) {
  const { rerender, ...view } = render(inEnglish(part))
  return { user: userEvent.setup(), ...view, rerender: (next: ReactElement) => rerender(inEnglish(next)) }
}
