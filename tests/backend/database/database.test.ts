// Both databases: how the backend handles a server that closes the connection, and equal answers from the embedded database and a server.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Database } from '../../../backend/db/database.ts'
import { migrate, schemaState } from '../../../backend/db/migrate.ts'
import { migrations } from '../../../backend/db/migrations/index.ts'
import { openParts } from '../backendParts.ts'

const message = (kind: string, body: string) => {
  const size = Buffer.alloc(4)
  size.writeInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(kind), size, Buffer.from(body)])
}
const READY = message('Z', 'I')
const LET_IN = Buffer.concat([message('R', '\0\0\0\0'), READY])
const ASKS = [message('R', '\0\0\0\nSCRAM-SHA-256\0\0'), message('R', '\0\0\0\x0br=?,s=c2FsdA==,i=4096')]
const DONE = Buffer.concat([message('C', 'SELECT 0\0'), READY])

/** A server that answers a number of times and then misbehaves. @returns its address */
async function serverThat(answers: readonly Buffer[], then: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    const left = [...answers]
    socket.on('data', () => {
      const answer = left.shift()
      if (answer) socket.write(answer)
      else then(socket)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return `postgres://nobody@127.0.0.1:${port}/none?sslmode=disable`
}
const breaksOff = (socket: Socket) => void socket.destroy()
const fallsSilent = () => {}

/** In milliseconds. Where the server answers first, a slow machine has time for that, and for all of it where nothing waits for the limit. */
const [AT_ONCE, IN_TIME, NO_LIMIT] = [100, 3000, 60_000]

test.each([
  [
    'breaks off in the middle of a query',
    [LET_IN, DONE],
    breaksOff,
    NO_LIMIT,
    'the tables cannot be brought up to date',
  ],
  ['lets in and falls silent', [LET_IN, DONE], fallsSilent, IN_TIME, 'the tables cannot be brought up to date'],
  ['lets in and answers nothing', [LET_IN], fallsSilent, AT_ONCE, 'cannot be reached (no answer)'],
  ['asks for a password that the address lacks', ASKS, fallsSilent, NO_LIMIT, 'cannot be reached (no password)'],
  ['takes the call and says nothing', [], fallsSilent, AT_ONCE, 'cannot be reached (no answer)'],
])('a server that %s: the query fails, and the process does not end', async (_, answers, then, limit, said) => {
  const database_url = await serverThat(answers, then)
  const opened = openDatabase({ at: 'server', database_url, pool: { connect_ms: limit, query_ms: limit } })
  await expect(opened).rejects.toThrow(said)
})

describe('the embedded database', () => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase({ at: 'memory' })
  })
  afterAll(() => database.close())

  test('a new one has every migration, the contracts as well', async () => {
    const { db } = database
    expect(await schemaState(db)).toEqual({ missing: [], contracts: [], tooNew: [] })
    expect(await migrate(db)).toEqual([])
  })

  test('a statement that fails leaves the next one, and the transaction around it is undone', async () => {
    const { db } = database
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

  test('deleted rows leave their space to new rows', async () => {
    const { db, tidy } = database
    const many = Array.from({ length: 2000 }, (_, count) => ({ recipient: `somebody ${count}`, at: new Date() }))
    await db.insertInto('code_guesses').values(many).execute()
    await db.deleteFrom('code_guesses').execute()
    const size = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select sum(pg_relation_size(relid))::int as bytes from pg_partition_tree('code_guesses')`.execute(db)
      return rows[0]?.bytes
    }
    expect(await size()).toBeGreaterThan(0)
    await tidy()
    expect(await size()).toBe(0)
  })
})

test('the oldest of several members with equal nicknames keeps it, and at a service the first user', async () => {
  const parts = await openParts()
  const { db } = parts.ctx
  for (const table of ['members', 'service_members'])
    await sql`alter table ${sql.table(table)} drop column nickname_key`.execute(db)
  await sql`create index members_nickname on members (lower(nickname))`.execute(db)
  await sql`create index service_members_nickname on service_members (client_id, lower(nickname))`.execute(db)
  await db.insertInto('services').values({ client_id: 'one', rp_name: 'one' }).execute()
  const add = async (at: number, nickname: string) => {
    const member_id = await parts.member(`+8210${at}`)
    await db
      .updateTable('members')
      .set({ nickname, created_at: new Date(at) })
      .where('id', '=', member_id)
      .execute()
    const used = { member_id, client_id: 'one', nickname, first_used_at: new Date(at) }
    await db.insertInto('service_members').values(used).execute()
  }
  // İ is two letters in JavaScript's lower case; Σ ends a word as ς.
  for (const [at, nickname] of ['İzmir', 'i̇zmir', 'ΟΔΟΣ', 'οδοσ', 'Ａnn', 'ANN', '달'].entries())
    await add(30000010 + at, nickname)
  await migrations['0020_nickname_keys']?.up(db)
  const members = db.selectFrom('members').select(['nickname', 'nickname_key']).where('nickname', 'is not', null)
  expect(await members.orderBy('created_at').execute()).toEqual([
    { nickname: 'İzmir', nickname_key: 'i̇zmir' },
    { nickname: 'i̇zmir', nickname_key: null },
    { nickname: 'ΟΔΟΣ', nickname_key: 'οδος' },
    { nickname: 'οδοσ', nickname_key: null },
    { nickname: 'Ａnn', nickname_key: 'ann' },
    { nickname: 'ANN', nickname_key: null },
    { nickname: '달', nickname_key: '달' },
  ])
  const used = db.selectFrom('service_members').select('nickname').where('nickname', 'is not', null)
  expect((await used.orderBy('first_used_at').execute()).map(({ nickname }) => nickname)).toEqual([
    'İzmir',
    'ΟΔΟΣ',
    'Ａnn',
    '달',
  ])
  await parts.close()
})

test('the first user of a nickname at a service keeps it', async () => {
  const parts = await openParts()
  const { db } = parts.ctx
  await sql`drop index service_members_nickname`.execute(db)
  await sql`create index service_members_nickname on service_members (client_id, lower(nickname))`.execute(db)
  await db.insertInto('services').values({ client_id: 'one', rp_name: 'one' }).execute()
  const add = async (at: number, nickname: string, first_used_at: Date | null) => {
    const member_id = await parts.member(`+8210${at}`)
    await db.insertInto('service_members').values({ member_id, client_id: 'one', nickname, first_used_at }).execute()
  }
  await add(30000001, 'Star', null)
  await add(30000002, 'star', new Date(2000))
  await add(30000003, 'STAR', new Date(1000))
  await add(30000004, 'moon', null)
  await migrations['0009_one_nickname']?.up(db)
  const named = db.selectFrom('service_members').select('nickname').where('nickname', 'is not', null)
  expect(await named.orderBy('first_used_at').execute()).toEqual([{ nickname: 'STAR' }, { nickname: 'moon' }])
  await parts.close()
})
