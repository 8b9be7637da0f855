// The member's own pages, as the pictures and the journeys find them.
import { expect, type Page } from '@playwright/test'
import type { MessageKey } from '../src/rules/texts/messages.ts'
import type { Path } from '../src/rules/visit/paths.ts'
import { app } from './addresses.ts'
import { expectSignedIn, loginForm, main, type Member } from './fixtures.ts'
import { heading } from './resolving.ts'
import type { Visit } from './states.ts'
import { type Language, say } from './texts.ts'

export const dialog = (page: Page) => page.getByRole('dialog')
export const said = (page: Page, text: MessageKey, language: Language) =>
  expect(page.getByText(say(text, language)).first()).toBeVisible()

/** A field of the open form. The button that has opened it may have the same words in its name. */
export const textbox = (page: Page, text: MessageKey, language: Language) =>
  main(page).getByRole('textbox', { name: say(text, language), exact: true })

/** The button of a setting, which is named by both. */
export const pressSetting = (page: Page, text: MessageKey, setting: MessageKey, language: Language) =>
  page.getByRole('button', { name: `${say(text, language)} ${say(setting, language)}`, exact: true }).click()

/** Signs in at the service as a member like this one. */
export async function signIn({ page, arrive, member }: Visit, language: Language, like = 'member'): Promise<Member> {
  const one = await member(like)
  await arrive({ ui_locales: language })
  await loginForm(page, language).signIn(one)
  await expectSignedIn(page, one)
  return one
}

export async function open(page: Page, path: Path, title: MessageKey, language: Language) {
  await page.goto(app + path)
  await heading(page, title, language)
}

export const cancel = async (page: Page, language: Language) => {
  await dialog(page)
    .getByRole('button', { name: say('modal.cancel', language), exact: true })
    .click()
  await expect(dialog(page)).toBeHidden()
}
