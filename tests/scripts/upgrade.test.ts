// The upgrade from the release before, with both releases as processes of their own. With a million members: `npm run load:upgrade`.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { commitBefore } from '../../bench/upgrade/release.ts'
import { freePort } from '../../server/ports.ts'
import { isComplete } from '../support/someOf.ts'

test.skipIf(!isComplete || commitBefore() === null)(
  'no sign-in fails while the release before is upgraded, taken back, and upgraded again',
  { timeout: 600_000 },
  async () => {
    const ports = { BACKEND_PORT: await freePort(), APP_PORT: await freePort(), PARTNER_PORT: await freePort() }
    const env = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]))
    const run = spawn(process.execPath, ['bench/upgrade/main.ts', '2000', '2'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [said, complained] = await Promise.all([text(run.stdout), text(run.stderr)])
    expect(complained).toBe('')
    expect(said).toMatch(/^[1-9]\d* sign-ins, 0 failed$/m)
  },
)
