// Contract, "Pending steps": each matcher type: how a member reaches it, the input of its page, and its end.
import { expect, type Page } from '@playwright/test'
import { agreement } from './agreement.ts'
import type { MessageKey } from '../src/rules/texts/messages.ts'
import { type Path, paths } from '../src/rules/visit/paths.ts'
import type { MatcherType } from '../contract/codes.ts'
import { app, partner } from './addresses.ts'
import { expectNotice, expectSignedIn, loginForm, type Member, signInUrl } from './fixtures.ts'
import type { Keys } from './keys.ts'
import { approve, button, change, field, heading, link, NEW_PASSWORD, nicknameOf, secondPassed } from './resolving.ts'
import type { Visit } from './states.ts'
import { say } from './texts.ts'

type Hands = { page: Page; keys: Keys; one: Member; outbox: Visit['outbox'] }

export type Step = {
  type: MatcherType
  /** The demo member with this step. For a session: the member's data after the change. */
  like: string
  service?: 'b'
  bySession?: true
  /** Runs before the page. */
  notice?: MessageKey
  at: Path
  title: MessageKey
  /** Enters or begins something. `entered` must hold at once, after a reload, and after Back and Forward. */
  enter?: (hands: Hands) => Promise<unknown>
  entered?: (hands: Hands) => Promise<unknown>
  /** Finishes by keyboard: at the partner's tokens, or out of a dead end. */
  finish: (hands: Hands) => Promise<unknown>
}

const to = (path: Path, text: MessageKey) =>
  async function follow({ page, keys }: Hands) {
    await keys.press(link(page, text))
    await expect(page).toHaveURL((url) => url.pathname === path)
  }
/** A dead end offers help and a link to the service, which the test follows. */
const backToService = (help?: MessageKey) =>
  async function leave({ page, keys }: Hands) {
    if (help) await expect(link(page, help)).toBeVisible()
    await keys.press(link(page, 'info.backToService'))
    await page.waitForURL(`${partner}/`)
  }
const agreeToAll = ({ page, keys }: Hands) => keys.tick(agreement(page))
const isAgreed = ({ page }: Hands) => expect(agreement(page)).toBeChecked()

const passwords = ['resolve.currentPassword', 'password.new', 'password.again'] as const satisfies MessageKey[]
async function typePasswords({ page, keys, one }: Hands) {
  const values = [one.password, NEW_PASSWORD, NEW_PASSWORD]
  for (const [index, name] of passwords.entries()) await keys.type(field(page, name), values[index] ?? '')
}
/** No password field keeps its value. */
async function noPasswords({ page }: Hands) {
  for (const name of passwords) await expect(field(page, name)).toHaveValue('')
}

export const steps: readonly Step[] = [
  {
    type: 'ADD_TERMS_AGREEMENT',
    like: 'new-terms',
    notice: 'terms.pleaseAgree',
    at: paths.resolveTerms,
    title: 'resolve.terms',
    async enter(hands) {
      expect(new URL(hands.page.url()).searchParams.get('terms_types')).toBe('["ADD_SUNI"]')
      await agreeToAll(hands)
    },
    entered: isAgreed,
    async finish({ page, keys, one }) {
      await keys.press(button(page, 'resolve.agree'))
      await expectSignedIn(page, one)
    },
  },
  {
    type: 'ADD_TERMS_AGREEMENT',
    like: 'new-service-terms',
    service: 'b',
    at: paths.resolveServiceTerms,
    title: 'resolve.serviceTerms',
    enter: agreeToAll,
    entered: isAgreed,
    async finish({ page, keys, one }) {
      await keys.press(button(page, 'resolve.agree'))
      await expectSignedIn(page, one, 'b')
    },
  },
  {
    type: 'CONSENT_RELYING_PARTY',
    like: 'new-service',
    service: 'b',
    at: paths.resolveServiceNickname,
    title: 'resolve.nickname',
    enter: ({ page, keys, one }) => keys.type(field(page, 'join.nickname'), nicknameOf(one)),
    entered: ({ page, one }) => expect(field(page, 'join.nickname')).toHaveValue(nicknameOf(one)),
    async finish(hands) {
      const { page, keys, one } = hands
      await keys.press(button(page, 'resolve.next'))
      await heading(page, 'resolve.service')
      await agreeToAll(hands)
      await page.reload()
      await isAgreed(hands)
      for (const known of [nicknameOf(one), say('claim.email')])
        await expect(page.getByRole('main')).toContainText(known)
      await keys.press(button(page, 'resolve.agree'))
      await expectSignedIn(page, one, 'b')
    },
  },
  {
    type: 'SERVICE_ADD_INFO',
    like: 'missing-profile',
    service: 'b',
    at: paths.resolveServiceInfo,
    title: 'resolve.info',
    async enter({ page, keys }) {
      await keys.pick(page.locator('#current_job_group'), 'JG07')
      await keys.pick(page.locator('#interest_category'), 'IC02')
    },
    async entered({ page }) {
      await expect(page.locator('#current_job_group')).toHaveValue('JG07')
      await expect(page.locator('#interest_category')).toHaveValue('IC02')
      // Only what is missing is asked for.
      await expect(page.locator('select[name^=hope]')).toHaveCount(0)
    },
    async finish({ page, keys, one }) {
      await keys.pick(page.locator('#current_job'), 'JG0701')
      await keys.pick(page.locator('#interest_field'), 'IC0201')
      await keys.press(button(page, 'resolve.next'))
      await expectSignedIn(page, one, 'b')
    },
  },
  {
    type: 'RECOMMENDED_CHANGE_PWD',
    like: 'old-password',
    at: paths.resolvePassword,
    title: 'resolve.password',
    enter: typePasswords,
    entered: noPasswords,
    async finish({ page, keys, one }) {
      await keys.press(button(page, 'resolve.later'))
      await expectSignedIn(page, one)
    },
  },
  {
    type: 'REQUIRED_CHANGE_PWD',
    like: 'required-password',
    at: paths.resolveRequiredPassword,
    title: 'resolve.requiredPassword',
    enter: typePasswords,
    entered: noPasswords,
    async finish(hands) {
      await expect(button(hands.page, 'resolve.later')).toHaveCount(0)
      await typePasswords(hands)
      await hands.page.keyboard.press('Enter')
      await expectSignedIn(hands.page, hands.one)
    },
  },
  {
    type: 'JOIN_STATE',
    like: 'waiting',
    at: paths.resolveMember,
    title: 'member.waiting',
    async finish({ page, keys, one }) {
      // The page asks for the state again. An approval before the answer would change the page.
      const asked = page.waitForResponse((response) =>
        new URL(response.url()).pathname.endsWith('/v1/members/join-state'),
      )
      await keys.press(button(page, 'member.check'))
      await asked
      await heading(page, 'member.waiting')
      await expect(link(page, 'info.backToService')).toHaveAttribute('href', `${partner}/`)
      // A press while the page is still reading the answer does nothing.
      await expect(button(page, 'member.check')).not.toHaveAttribute('aria-disabled')
      await approve(one)
      await keys.press(button(page, 'member.check'))
      await expectSignedIn(page, one)
    },
  },
  {
    type: 'ADMIN_CERTIFICATION_CHECK',
    like: 'admin',
    bySession: true,
    at: paths.resolveCertification,
    title: 'sms.title',
    async enter({ page, one, outbox }) {
      await outbox.code(one.phone)
      await expect(field(page, 'sms.code')).toBeEnabled()
    },
    // The typed digits are gone, but the sent code is still valid.
    async entered({ page }) {
      await expect(field(page, 'sms.code')).toBeEnabled()
      await expect(field(page, 'sms.code')).toHaveValue('')
    },
    async finish({ page, keys, one, outbox }) {
      // The visit of the second tab may have sent a code of its own, which replaces the code of this tab.
      await keys.press(button(page, 'sms.resend'))
      await keys.press(page.getByRole('dialog').getByRole('button', { name: say('sms.confirmResendOk'), exact: true }))
      // The answer to the send empties the field and moves the focus there. The newest code is then this tab's.
      await expect(field(page, 'sms.code')).toBeFocused()
      await keys.type(field(page, 'sms.code'), await outbox.code(one.phone))
      await expectSignedIn(page, one)
    },
  },
  {
    type: 'CHANGED_PASSWORD',
    like: 'changed-elsewhere',
    bySession: true,
    at: paths.resolve,
    title: 'state.changed',
    async finish(hands) {
      await to(paths.login, 'state.signIn')(hands)
      await loginForm(hands.page).signIn(hands.one)
      await expectSignedIn(hands.page, hands.one)
    },
  },
  {
    type: 'SUSPENDED_STATE',
    like: 'suspended',
    bySession: true,
    at: paths.resolve,
    title: 'state.suspended',
    finish: backToService('state.contact'),
  },
  {
    type: 'INCUMBENT_STATE',
    like: 'incumbent',
    bySession: true,
    at: paths.resolve,
    title: 'state.incumbent',
    finish: backToService('state.contact'),
  },
  {
    type: 'SERVICE_PERMISSIONS',
    like: 'no-permission',
    bySession: true,
    at: paths.resolve,
    title: 'state.permissions',
    finish: backToService(),
  },
  {
    type: 'PROTECTED_STATE',
    like: 'protected',
    at: paths.resolve,
    title: 'state.protected',
    finish: to(paths.identifyPassword, 'modal.findPassword'),
  },
  {
    type: 'ID_SEARCH',
    like: 'moved',
    at: paths.resolve,
    title: 'state.idSearch',
    finish: to(paths.identifyMyId, 'state.findId'),
  },
  {
    type: 'SIGN_UP',
    like: 'not-accepted',
    at: paths.resolve,
    title: 'state.signUp',
    finish: to(paths.signUpTermsGen, 'state.accept'),
  },
  // The joins that these two lead into go on to their tokens in join.spec.ts.
  {
    type: 'JOIN',
    like: 'not-joined',
    at: paths.join,
    title: 'join.typesTitle',
    async finish({ page, keys }) {
      await keys.press(button(page, 'join.business_partner'))
      await expect(page).toHaveURL(app + paths.joinTermsGen)
    },
  },
  {
    type: 'CONVERSION_JOIN',
    like: 'not-converted',
    at: paths.joinInfo,
    title: 'join.infoTitle',
    entered: ({ page, one }) => expect(page.getByRole('main')).toContainText(one.login_id),
    async finish({ page, keys }) {
      await keys.press(button(page, 'join.infoNext'))
      await expect(page).toHaveURL((url) => url.pathname === paths.joinTerms)
    },
  },
]

/** Waits for the page of this step. */
export async function expectAt(page: Page, { at, title }: Step): Promise<void> {
  await heading(page, title)
  await expect(page).toHaveURL((url) => url.pathname === at)
}

/** From the partner's page to the step's. */
export async function reach(step: Step, { page, arrive, member }: Omit<Visit, 'outbox'>): Promise<Member> {
  const { like, service = 'a', bySession, notice } = step
  const one = await member(bySession ? 'sk' : like)
  await page.goto(partner)
  await arrive({ service })
  await loginForm(page).signIn(one)
  if (bySession) {
    await expectSignedIn(page, one)
    await secondPassed()
    await change(one, like)
    await page.goto(signInUrl({ service }))
  }
  if (notice) await expectNotice(page, say(notice))
  await expectAt(page, step)
  return one
}
