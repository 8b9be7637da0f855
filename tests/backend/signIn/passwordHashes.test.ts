// Security A1, A7: password hashes of another system, which an import brings along.
import { hash as bcrypt } from 'bcrypt'
import { beforeAll, expect, test } from 'vitest'
import { startHashing, type Hashing } from '../../../backend/domain/passwords/hashing.ts'
import { readHash } from '../../../backend/domain/passwords/passwordHashes.ts'
import { verifyPassword } from '../../../backend/domain/signIn/verifyPassword.ts'
import { Browser, seal } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, partner, signInAt, type Member } from '../start.ts'

const PASSWORD = 'correct horse'
/** Of `PASSWORD`, made by Python's hashlib, bcrypt and argon2. */
const SALT = 'AAECAwQFBgcICQoLDA0ODw'
const HASHES = {
  'bcrypt 2a': '$2a$04$TyjhD.Dq5mzbjm9bz0XTZulXFrGJ.pNbWP1JU7B85QhMoy5Vw9T2W',
  'bcrypt 2b': '$2b$04$TyjhD.Dq5mzbjm9bz0XTZulXFrGJ.pNbWP1JU7B85QhMoy5Vw9T2W',
  'bcrypt 2y': '$2y$04$TyjhD.Dq5mzbjm9bz0XTZulXFrGJ.pNbWP1JU7B85QhMoy5Vw9T2W',
  "Django's bcrypt": 'bcrypt$$2b$04$TyjhD.Dq5mzbjm9bz0XTZulXFrGJ.pNbWP1JU7B85QhMoy5Vw9T2W',
  "Django's bcrypt of a SHA-256": 'bcrypt_sha256$$2b$04$JaIA6Me7JPMTz9yqLk29auA4J7qfulGx067dLestFDUv8AjEUAAcy',
  argon2d: '$argon2d$v=19$m=64,t=2,p=2$AUHw3augx3H96hI/HbGV8Q$6+kPwNzQIhNPRMwsi2G0kc5KfV/yeicFuMq1utjauBc',
  argon2i: '$argon2i$v=19$m=64,t=2,p=2$vIL/eWzf5eAO3/JHJIhWhQ$9yeaNb/w83UNIJstNqwlS5pvDsMHoHtVxMm1Vg7lARg',
  argon2id: '$argon2id$v=19$m=64,t=2,p=2$DIk8MIwwbYLqaqSN0215jA$oKR2+lCOBgeOZkuzK0OeXf6hsMOFoFF3Drt5oBiMxOs',
  "Django's argon2":
    'argon2$argon2id$v=19$m=64,t=2,p=2$DIk8MIwwbYLqaqSN0215jA$oKR2+lCOBgeOZkuzK0OeXf6hsMOFoFF3Drt5oBiMxOs',
  scrypt: `$scrypt$ln=10,r=8,p=1$${SALT}$nfkj3u1fRTHCea+fVr03sWV770kp5wLOLoEakziKhqE`,
  "Django's scrypt":
    'scrypt$1024$seasalt$8$5$U5L/E4s8HSw/x7c2z5Ose/wRS4Ex+nZFwhoeVl7Y/Ivmfxi7M91P9jpq7MYsDfV9WCzv+HMsQaovdkOikEuBXg==',
  'PBKDF2 in the form of PHC': `$pbkdf2-sha512$i=1000$${SALT}$Xpx07WjVx4vCIvrmBRj8uOoVVtGqJqtUv2J5bhizSQs7osCteF7W4A61dZDqSIqQjO+dxO6p5FT/Uy7QRBXSXA`,
  "passlib's PBKDF2": `$pbkdf2$1000$${SALT}$ndhWw3a4srcTtr4HQFTLiKRlVuA`,
  "Django's PBKDF2": 'pbkdf2_sha256$1000$seasalt$mQnueSakb748zqBAC1tmWVZsZbi2zPGZarEzTGdfmso=',
  "Django's PBKDF2 with SHA-1": 'pbkdf2_sha1$1000$seasalt$iQvkNOF1wEL4Khh8eogJ8rUhipM=',
}
const LONG = 'A'.repeat(43)

let hashing: Hashing
const lines: string[] = []
const backend = sharedBackend({ write: (line) => void lines.push(line) })
beforeAll(async () => {
  hashing = await startHashing(backend.ctx.settings.limits)
})

test.each(Object.entries(HASHES))(
  '%s matches its password alone, and the next sign-in replaces it',
  async (_, hash) => {
    expect(await hashing.matches(PASSWORD, hash)).toBe(true)
    expect(await hashing.matches('correct horsf', hash)).toBe(false)
    expect(hashing.isOutdated(hash)).toBe(true)
  },
)

test.each([
  ['bcrypt of cost 31', HASHES['bcrypt 2b'].replace('$04$', '$31$')],
  ['argon2 with 4 GiB', HASHES.argon2id.replace('m=64', 'm=4194304')],
  ['argon2 with a million passes', HASHES.argon2id.replace('t=2', 't=1000000')],
  ['argon2 with 200 lanes', HASHES.argon2id.replace('p=2', 'p=200')],
  ['scrypt with 4 GiB', HASHES.scrypt.replace('ln=10', 'ln=22')],
  ['scrypt with 900 lanes', HASHES.scrypt.replace('p=1', 'p=900')],
  ['PBKDF2 with 99 million rounds', HASHES["passlib's PBKDF2"].replace('$1000$', '$99000000$')],
  ['PBKDF2 without a round', HASHES["passlib's PBKDF2"].replace('$1000$', '$0$')],
  ['a hash of one byte', `$scrypt$ln=10,r=8,p=1$${SALT}$AA`],
  ['an empty hash', `$scrypt$ln=10,r=8,p=1$${SALT}$`],
  ['MD5', '5f4dcc3b5aa765d61d8327deb882cf99'],
  ['a plain password', PASSWORD],
  ['nothing', ''],
])('%s is refused before it is computed', (_, hash) => expect(readHash(hash)).toBeNull())

test.each([
  ['a hash that is no hash', '-'],
  ['a hash that its own library refuses', `$argon2id$v=19$m=1,t=1,p=16$${'A'.repeat(11)}$${LONG}`],
])('%s is a wrong password at the sign-in, and one line of the log names the member', async (_, password_hash) => {
  const member = await copyOf(backend, 'member')
  const row = backend.ctx.db.updateTable('members').set({ password_hash }).where('login_id', '=', member.login_id)
  const { id } = await row.returning('id').executeTakeFirstOrThrow()
  lines.length = 0
  const { reply } = await signInAt(backend, new Browser(backend.url), member)
  expect(reply).toMatchObject({ status: 400, body: { detail_code: 4502 } })
  const told = lines.filter((line) => line.includes('"password.unreadable"'))
  expect(told).toHaveLength(1)
  expect(told[0]).toContain(id)
})

test('a member whose hash is bcrypt signs in, and has an argon2id hash from then on', async () => {
  const member = await copyOf(backend, 'member')
  const rows = backend.ctx.db.selectFrom('members').select('password_hash').where('login_id', '=', member.login_id)
  const password_hash = await bcrypt(member.password, 4)
  await backend.ctx.db.updateTable('members').set({ password_hash }).where('login_id', '=', member.login_id).execute()
  expect((await signInAt(backend, new Browser(backend.url), member)).reply.status).toBe(200)
  const now = (await rows.executeTakeFirstOrThrow()).password_hash
  expect(now).toMatch(/^\$argon2id\$/)
  expect((await signInAt(backend, new Browser(backend.url), member)).reply.status).toBe(200)
  expect((await rows.executeTakeFirstOrThrow()).password_hash).toBe(now)
})

/** @returns the hash that the password of this login ID is compared with */
async function comparedFor(login_id: string): Promise<string> {
  const compared: string[] = []
  const watching: Hashing = {
    ...hashing,
    matches: (_, hash) => (compared.push(hash), Promise.resolve(false)),
  }
  const browser = new Browser(backend.url)
  const entry = await browser.go((await (await partner(backend)).begin()).url)
  const given = {
    login_id,
    password: seal('wr0ng!Password', backend.ctx.keys.sealing),
    transaction_id: entry.searchParams.get('transaction_id') ?? '',
    client_id: 'service-a',
    ip: '127.0.0.1',
  }
  await expect(verifyPassword(backend.ctx, watching, given)).rejects.toMatchObject({ body: { code: 'WRONG_PASSWORD' } })
  expect(compared).toHaveLength(1)
  return compared[0] ?? ''
}

test('among unknown ids the hashes of imported members are as frequent as among the members', async () => {
  const { db } = backend.ctx
  const kept = await db.selectFrom('members').select(['id', 'password_hash']).execute()
  const isImported = (index: number) => index % 2 === 0
  for (const [index, { id }] of kept.entries())
    await db
      .updateTable('members')
      .set({ password_hash: isImported(index) ? HASHES['bcrypt 2b'] : hashing.dummy })
      .where('id', '=', id)
      .execute()
  const unknown = Array.from({ length: 60 }, (_, index) => `nobody${index}@example.com`)
  const compared: string[] = []
  for (const login_id of unknown) compared.push(await comparedFor(login_id))
  const share = compared.filter((hash) => hash === HASHES['bcrypt 2b']).length / unknown.length
  expect(share).toBeGreaterThan(0.05)
  expect(share).toBeLessThan(0.95)
  expect(await comparedFor('nobody1@example.com'), 'an id is always compared with the same hash').toBe(compared[1])
  for (const { id, password_hash } of kept)
    await db.updateTable('members').set({ password_hash }).where('id', '=', id).execute()
  const member: Member = await copyOf(backend, 'member')
  expect((await signInAt(backend, new Browser(backend.url), member)).reply.status).toBe(200)
})
