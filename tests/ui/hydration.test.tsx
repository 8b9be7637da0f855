// The build puts the login form into the page: what the browser renders over it must be the same, and need no inline style.
import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { Checkbox } from '../../src/ui/fields/Checkbox'
import { PasswordField } from '../../src/ui/fields/PasswordField'
import { TextField } from '../../src/ui/fields/TextField'
import { Footer } from '../../src/ui/Footer'
import { FormShell } from '../../src/ui/FormShell'
import { Frame } from '../../src/ui/Frame'
import { Header } from '../../src/ui/Header'
import { inEnglish } from './texts'

const page = inEnglish(
  <Frame
    header={<Header locales={['ko', 'en']} locale="en" onLocale={() => {}} />}
    footer={<Footer links={[{ text: 'Privacy', href: '/policies/privacy.en.html' }]} />}
  >
    <FormShell title="Sign in" submit="Go" onSubmit={() => {}}>
      <TextField name="login_id" label="Email" type="email" autoComplete="username" />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <Checkbox name="remember" label="Remember email" />
    </FormShell>
  </Frame>,
)

afterEach(() => document.body.replaceChildren())

function prerendered() {
  const html = renderToString(page)
  const place = document.createElement('div')
  place.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes)
  document.body.append(place)
  return { html, place }
}

test('hydrates without a difference, and keeps what was typed before', async () => {
  const { place } = prerendered()
  const typed = screen.getByLabelText<HTMLInputElement>('Email')
  typed.value = 'member@example.com'
  typed.focus()
  const root = await act(async () => hydrateRoot(place, page, { onRecoverableError: (error) => console.error(error) }))
  expect(screen.getByLabelText('Email')).toBe(typed)
  expect(typed.value).toBe('member@example.com')
  expect(typed).toHaveFocus()
  act(() => root.unmount())
})

test('has no inline style: the content security policy allows none', () => {
  expect(prerendered().html).not.toContain('style=')
})
