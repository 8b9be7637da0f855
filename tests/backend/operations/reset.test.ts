// `npm run reset` while no backend runs.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dropDatabase, ownDatabase } from '../ownDatabase.ts'
import { start } from '../start.ts'

const resetWith = (env: Record<string, string>) =>
  // Port 1 is privileged and nothing listens there, so the command finds no running backend.
  spawnSync(process.execPath, ['scripts/reset.ts'], {
    encoding: 'utf8',
    env: { ...process.env, BACKEND_PORT: '1', ...env },
  })

const passwordsAt = async (url: string) =>
  ((await (await fetch(`${url}/demo/members.json`)).json()) as { password: string }[]).map(({ password }) => password)

test('a reset of the stopped demo brings its data back and keeps the passwords', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daemun reset '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database_url = await ownDatabase('demo')
  if (database_url) onTestFinished(() => dropDatabase(database_url))
  const place = database_url ? { database_url } : { data_dir: join(folder, 'data') }
  const first = await start(place)
  const passwords = await passwordsAt(first.url)
  await first.ctx.db.updateTable('members').set({ status: 'SUSPENDED' }).execute()
  await first.close()

  const reset = resetWith(database_url ? { DATABASE_URL: database_url } : { DATA_DIR: join(folder, 'data') })
  // A server has a line of the log about its role.
  expect([reset.status, reset.stderr.replace(/^\{"level":"warn".*\n/gm, '')]).toEqual([0, ''])
  expect(reset.stdout).toContain('the members keep their passwords')

  const second = await start(place)
  expect(await passwordsAt(second.url)).toEqual(passwords)
  const active = await second.ctx.db.selectFrom('members').select('id').where('status', '=', 'ACTIVE').execute()
  expect(active.length).toBeGreaterThan(1)
  await second.close()
})

test('a reset before the first start says that there is nothing yet', () => {
  const { stdout } = resetWith({ DATA_DIR: join(tmpdir(), 'daemun-none') })
  expect(stdout).toMatch(/There is no demo data in .*daemun-none.* yet: npm start makes it/)
})
