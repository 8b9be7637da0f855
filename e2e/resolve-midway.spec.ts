// Faults: in the middle of each pending step a reload, Back and Forward, another step's address and a second tab; then the
// step is finished by keyboard. The step cannot be skipped, and all input except secrets stays.
import { MATCHER_TYPES } from '../contract/codes.ts'
import { app, partner } from './addresses.ts'
import { expect, loginForm, signInUrl, test } from './fixtures.ts'
import { keysOf } from './keys.ts'
import { NEW_PASSWORD } from './resolving.ts'
import { expectAt, reach, steps } from './resolveSteps.ts'

/** By day: a form with fields. */
const BY_DAY = ['missing-profile']

test('no matcher type of the contract is left out', () => {
  // The backend of these journeys asks nobody to create a passkey: passkeys.spec.ts.
  const asked = MATCHER_TYPES.filter((type) => type !== 'RECOMMENDED_PASSKEY')
  expect([...new Set(steps.map(({ type }) => type))].toSorted()).toEqual(asked.toSorted())
})

for (const step of steps)
  test(
    `${step.type}, ${step.like}: holds in the middle, and ends by keyboard`,
    { tag: BY_DAY.includes(step.like) ? [] : ['@all'] },
    async ({ page, context, arrive, member, outbox, watch }) => {
      watch.keepSecret(NEW_PASSWORD)
      const one = await reach(step, { page, arrive, member })
      const hands = { page, keys: keysOf(page), one, outbox }
      await step.enter?.(hands)
      const isAsBefore = async () => {
        await expectAt(page, step)
        await step.entered?.(hands)
      }

      await test.step('reload', async () => {
        await page.reload()
        await isAsBefore()
      })

      await test.step('Back leads to where the step came from, and Forward to the step', async () => {
        await page.goBack()
        if (step.bySession) await page.waitForURL(`${partner}/`)
        else {
          await expect(loginForm(page).email).toHaveValue(one.login_id)
          await expect(loginForm(page).password).toHaveValue('')
        }
        await page.goForward()
        await isAsBefore()
      })

      await test.step('the address of another step leads to this one', async () => {
        await page.goto(`${app}${step.at === '/resolve/password' ? '/resolve/service' : '/resolve/password'}`)
        await isAsBefore()
      })

      await test.step('a second tab knows nothing of the step, and the partner’s link begins a visit of its own', async () => {
        const second = await context.newPage()
        await second.goto(app + step.at)
        await expect(second).toHaveURL(`${app}/error?code=403`)
        await second.goto(signInUrl({ service: step.service ?? 'a' }))
        if (step.bySession) await expectAt(second, step)
        else await expect(loginForm(second).email).toBeVisible()
        await second.close()
      })

      await step.finish(hands)
    },
  )
