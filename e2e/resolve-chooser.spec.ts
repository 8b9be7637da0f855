// Screens, /loginSSO, by keyboard alone: sign an account out, use another account, continue with one.
import { app } from './addresses.ts'
import { axe, expect, expectSignedIn, loginForm, test } from './fixtures.ts'
import { keysOf } from './keys.ts'
import { button, heading, link } from './resolving.ts'
import { say } from './texts.ts'

test(
  'one of two accounts is forgotten, signed in to again, and the other gone on with',
  { tag: '@all' },
  async ({ page, arrive, member }) => {
    const [first, second] = [await member('member'), await member('english-name')]
    const keys = keysOf(page)
    const account = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}.*계정으로 계속$`) })
    const remove = page.getByRole('button', { name: /^Maximiliana.*계정 로그아웃$/ })
    const dialog = page.getByRole('dialog')
    for (const one of [first, second]) {
      await arrive({ prompt: 'login' })
      await loginForm(page).signIn(one)
      await expectSignedIn(page, one)
    }
    await arrive({ prompt: 'select_account' })
    await heading(page, 'title.loginSso')
    await expect(account('김하늘')).toBeVisible()

    await keys.press(remove)
    await expect(dialog.getByText(/Maximiliana.*로그아웃해요/)).toBeVisible()
    await expect(button(page, 'modal.cancel')).toBeFocused()
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(remove, 'the question gives the focus back').toBeFocused()
    await page.keyboard.press('Enter')
    await keys.press(button(page, 'sso.forgetShort'))
    await expect(remove).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: say('sso.forgotten') })).toBeVisible()
    await expect(page.locator('#title'), 'the focus is not lost with the row').toBeFocused()
    await expect(account('김하늘')).toBeVisible()
    await axe(page)

    await keys.press(link(page, 'sso.another'))
    await expect(page).toHaveURL(`${app}/login`)
    const form = loginForm(page)
    await keys.type(form.email, second.login_id)
    await keys.type(form.password, second.password)
    await page.keyboard.press('Enter')
    await expectSignedIn(page, second)

    await arrive({ prompt: 'select_account' })
    await expect(account('Maximiliana')).toBeVisible()
    await keys.press(account('김하늘'))
    await expectSignedIn(page, first)
  },
)
