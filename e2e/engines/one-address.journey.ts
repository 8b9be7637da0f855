// Many visitors behind one address: each code that is entered makes room for the next one, and a visitor who has to wait reads how long.
import { localSettings } from '../../scripts/local.ts'
import { openDemo, openPartner } from '../../demo/start.ts'
import { freePort } from '../../server/ports.ts'
import { startServer } from '../../server/app/server.ts'
import { codeFor, visitor } from '../joining.ts'
import { say } from '../texts.ts'
import type { Page } from './page.ts'
import { button, field, joinPages, type Site } from './pages.ts'
import { accessible, test as base } from './test.ts'

/** The codes that an address may send in an hour before one of them is entered. */
const CODES = 2

const test = base.extend<{ site: Site }>({
  /** An app with a backend of its own: in that of the other journeys an address may send many codes. */
  site: async ({ allow }, provide) => {
    allow(/status of 429/)
    const ports = { app: await freePort(), backend: await freePort(), partner: await freePort() }
    const env = {
      APP_PORT: String(ports.app),
      BACKEND_PORT: String(ports.backend),
      PARTNER_PORT: String(ports.partner),
      BACKEND_SMS_PER_IP_HOUR: String(CODES),
      BACKEND_SMS_GAP_SECONDS: '0',
      VITE_STORAGE_KEY: 'a-key-of-this-journey',
    }
    const backend = await openDemo(env, ports, { memory: true, write: () => {} })
    const partner = await openPartner(backend, ports)
    const app = await startServer({ port: ports.app, env: localSettings(env) })
    await provide({
      app: app.url,
      partner: `http://localhost:${ports.partner}`,
      code: (to) => codeFor(to, backend.url),
    })
    for (const one of [app, partner, backend]) await one.close()
  },
})

/** The screen of the address in a new join, with an address that nobody has. */
async function toAddress(page: Page, site: Site) {
  const { login_id } = visitor('SOCIAL')
  const join = joinPages(page, site)
  await join.begin()
  await join.chooseType('SOCIAL')
  await join.agree()
  await join.next()
  await page.enter(field('join.loginId'), login_id)
  return { join, login_id }
}

test('behind one address, entered codes make room for others, and the visitor after too many reads how long to wait @all', async ({
  tab: page,
  site,
}) => {
  for (let joined = 0; joined < CODES + 1; joined += 1) {
    const { join, login_id } = await toAddress(page, site)
    await join.prove('join.emailCode', login_id)
  }
  for (let sent = 0; sent < CODES; sent += 1) {
    const { join } = await toAddress(page, site)
    await join.send('join.emailCode')
  }
  await toAddress(page, site)
  await page.press(button('sms.send'))
  await page.see({ in: { css: 'main' }, text: { pattern: '뒤에 인증번호를 받을' }, nth: 0 })
  await page.is({ role: 'button', name: { pattern: `^${say('sms.send')} ` } }, { disabled: true })
  await page.gone({ role: 'button', name: { pattern: say('sms.resend') } })
  await accessible(page)
})
