// The English texts, and a router, around a part under test.
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import type { ReactElement } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import errors from '../../locales/en/errors.json'
import info from '../../locales/en/info.json'
import fields from '../../locales/en/fields.json'
import join from '../../locales/en/join.json'
import login from '../../locales/en/login.json'
import password from '../../locales/en/password.json'
import sms from '../../locales/en/sms.json'
import { TextsProvider } from '../../src/i18n/texts'

const i18n = i18next.createInstance()
void i18n.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: { ...login, ...errors, ...info, ...password, ...sms, ...join, ...fields } } },
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false },
})

export const inEnglish = (part: ReactElement) => (
  <I18nextProvider i18n={i18n}>
    <TextsProvider>
      <MemoryRouter>{part}</MemoryRouter>
    </TextsProvider>
  </I18nextProvider>
)

export function renderPart(part: ReactElement) {
  const { rerender, ...view } = render(inEnglish(part))
  return { user: userEvent.setup(), ...view, rerender: (next: ReactElement) => rerender(inEnglish(next)) }
}
