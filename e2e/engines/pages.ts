// The pages of the app as a member finds them, by label and role.
import type { Member } from '../fixtures'
import { type Language, say } from '../texts'
import type { Target } from './hands'
import type { Page } from './page'

export function loginPage(page: Page, language: Language = 'ko') {
  const parts = {
    email: { label: say('login.email', language) } satisfies Target,
    password: { label: say('login.password', language) } satisfies Target,
    button: { role: 'button', name: say('login.submit', language) } satisfies Target,
    async signIn({ login_id, password }: Pick<Member, 'login_id' | 'password'>) {
      await page.enter(parts.email, login_id)
      await page.enter(parts.password, password)
      await page.press(parts.button)
    },
  }
  return parts
}
