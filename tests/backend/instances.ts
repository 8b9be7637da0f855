// Two instances of the backend on one database. The embedded database has one process, so such tests need a server.
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { RunningBackend } from '../../backend/main.ts'
import { balance } from '../../scripts/balance.ts'
import { freePort } from '../../server/ports.ts'
import { dropDatabase, ownDatabase } from './ownDatabase.ts'
import { start } from './start.ts'

type Options = NonNullable<Parameters<typeof start>[0]>
type Pair = [RunningBackend, RunningBackend]

const pairOn = async (options: Options): Promise<Pair> => [await start(options), await start(options)]

/** Two instances for the tests of a group. They are there once the tests run. */
export function sharedInstances(options: () => Options = () => ({})): Pair {
  const instances = [] as unknown as Pair
  let database_url: string
  beforeAll(async () => {
    database_url = (await ownDatabase('demo')) ?? ''
    instances.push(...(await pairOn({ ...options(), database_url })))
  }, 120_000)
  afterAll(async () => {
    for (const backend of instances) await backend.close()
    await dropDatabase(database_url)
  })
  return instances
}

/** Two instances behind a load balancer for each test of a group, whose clock the test moves. The address of both is that of the balancer. */
export function balancedInstances(): Pair {
  const instances = [] as unknown as Pair
  const closing: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const database_url = (await ownDatabase('demo')) ?? ''
    const port = await freePort()
    instances.splice(0, 2, ...(await pairOn({ database_url, url: `http://localhost:${port}`, follow_changes: true })))
    const balancer = await balance(
      port,
      instances.map((one) => one.port),
    )
    closing.push(balancer.close, ...instances.map((one) => one.close), async () => dropDatabase(database_url))
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const close of closing.splice(0)) await close()
  })
  return instances
}
