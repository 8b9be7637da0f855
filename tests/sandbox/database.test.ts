// Where the data is: what becomes of a server that breaks off, and that the embedded database answers as a server does.
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../../sandbox/db/database'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const message = (kind: string, body: string) => {
  const size = Buffer.alloc(4)
  size.writeInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(kind), size, Buffer.from(body)])
}
const READY = message('Z', 'I')
const LET_IN = Buffer.concat([message('R', '\0\0\0\0'), READY])
const DONE = Buffer.concat([message('C', 'SELECT 0\0'), READY])

test('a server that breaks off in the middle of a query fails that query, and does not end the process', async () => {
  const server = createServer((socket) => {
    const answers = [LET_IN, DONE]
    socket.on('data', () => {
      const answer = answers.shift()
      if (answer) socket.write(answer)
      else socket.destroy()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const opened = openDatabase({
    at: 'server',
    database_url: `postgres://nobody@127.0.0.1:${port}/none?sslmode=disable`,
  })
  await expect(opened).rejects.toThrow('the tables cannot be brought up to date')
})

test('a statement that fails in the embedded database leaves the next one, and the transaction around it is undone', async () => {
  const { db, close } = await openDatabase({ at: 'memory' })
  ends.push(close)
  const guess = (at: Date) => db.insertInto('code_guesses').values({ recipient: 'here', at })
  const broken = db.transaction().execute(async (tx) => {
    await tx.insertInto('code_guesses').values({ recipient: 'gone', at: new Date() }).execute()
    await sql`select ${'no number'}::int`.execute(tx)
  })
  const [failed] = await Promise.allSettled([broken, guess(new Date(0)).execute(), guess(new Date(1000)).execute()])
  expect(failed.status).toBe('rejected')
  const rows = await db.selectFrom('code_guesses').select(['recipient', 'at']).orderBy('at').execute()
  expect(rows).toEqual([
    { recipient: 'here', at: new Date(0) },
    { recipient: 'here', at: new Date(1000) },
  ])
})
