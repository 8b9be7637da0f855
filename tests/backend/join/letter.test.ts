// Security D7, D8, the enrollment letter: allowed files, allowed senders, and broken multipart bodies that must not block the server.
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetBrowser } from '../../../backend/domain/signIn/accounts.ts'
import { APP, Browser, data } from '../browser.ts'
import { Joiner, PASSWORD, profiles } from '../joiner.ts'
import { pdfOf } from '../../support/pdf.ts'
import { someOf } from '../../support/someOf.ts'
import { sweep } from '../../../backend/sweep.ts'
import { sharedBackend } from '../shared.ts'
import { signInAt } from '../start.ts'

let student: Joiner
const limits = { send_gap_seconds: 0, sends_per_ip_hour: 10_000 }
const backend = sharedBackend({ limits })
beforeAll(async () => {
  student = await new Joiner(backend).ready()
  const reply = await student.join(student.payload(profiles.STUDENT))
  expect(data(reply)).toMatchObject({ join_status: 'JOINED' })
})

const PATH = '/v1/matcher/student/resolve'
const pdf = pdfOf()
const segment = (marker: number, text: string) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)])
const picture = () => sharp({ create: { width: 24, height: 16, channels: 3, background: '#d93a00' } })
const exif = { IFD0: { Artist: 'where it was taken' } }
const tail = Buffer.from('<script>behind the picture</script>')
/** With EXIF data before and, as some cameras write it, after the start of the scan. */
const jpeg = await picture()
  .withExif(exif)
  .jpeg()
  .toBuffer()
  .then((bytes) => Buffer.concat([bytes, segment(0xe1, 'Exif after the scan'), tail]))
const chunk = (type: string, text: string) => {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(text.length)
  sum.writeUInt32BE(crc32(type + text))
  return Buffer.concat([length, Buffer.from(type), Buffer.from(text), sum])
}
const huge = await sharp({ create: { width: 8001, height: 5000, channels: 3, background: '#fff' } })
  .png()
  .toBuffer()
const png = await picture()
  .withExif(exif)
  .png()
  .toBuffer()
  .then((bytes) => Buffer.concat([bytes.subarray(0, 33), chunk('tEXt', 'Author\0somebody'), bytes.subarray(33), tail]))
/** The picture, with very many empty parts in one place. */
const crumbled = (picture: Buffer, at: number, part: Buffer) =>
  Buffer.concat([picture.subarray(0, at), ...Array<Buffer>(10_000).fill(part), picture.subarray(at)])
const eicar = Buffer.from(
  'WDVPIVAlQEFQWzRcUFpYNTQoUF4pN0NDKTd9JEVJQ0FSLVNUQU5EQVJELUFOVElWSVJVUy1URVNULUZJTEUh',
  'base64',
)

function form(bytes: Uint8Array, name: string, type = '', payload: object = {}): FormData {
  const made = new FormData()
  made.append('payload', JSON.stringify(payload))
  made.append('enrollment_letter', new File([bytes as BlobPart], name, { type }))
  return made
}
const send = (body: BodyInit, headers: Record<string, string> = {}, joiner = student) =>
  joiner.browser.send(PATH, {
    method: 'POST',
    body,
    headers: { origin: APP, 'idempotency-key': 'letter-1-1', ...headers },
  })
const letters = () => backend.ctx.db.selectFrom('letters').selectAll().execute()

describe('a letter', () => {
  test.each([
    ['a PDF', pdf, '재학증명서.pdf', 'application/pdf'],
    ['a picture with a decomposed Korean name', png, '재학증명서.png'.normalize('NFD'), 'image/png'],
    ['a PDF whose type the browser does not know', pdf, 'letter.PDF', ''],
    ['a name that climbs', png, '../../etc/letter.png', 'image/png'],
    ['a JPEG', jpeg, 'letter.jpeg', 'image/jpeg'],
    ['a PNG', png, 'letter.png', 'image/png'],
  ])('%s is kept, under a generated name', async (_, bytes, name, type) => {
    const reply = await send(form(bytes, name, type, { complete_semester: '41' }))
    expect(reply.status).toBe(200)
    const [kept, ...others] = await letters()
    expect(others).toEqual([])
    expect(kept?.file_name).toMatch(/^[\da-f-]{36}$/)
    expect(JSON.stringify(kept)).not.toContain(name)
  })

  test.each([
    ['JPEG', jpeg, 'letter.jpg', 'image/jpeg'],
    ['PNG', png, 'letter.png', 'image/png'],
  ] as const)('a %s is drawn anew: no metadata, nothing behind its end', async (_, bytes, name, type) => {
    expect(bytes.toString('latin1')).toMatch(/where it was taken/)
    expect((await send(form(bytes, name, type))).status).toBe(200)
    const kept = Buffer.from((await letters())[0]?.bytes ?? [])
    expect(kept.toString('latin1')).not.toMatch(/Exif|taken|script|somebody/)
    expect(await sharp(kept).metadata()).toMatchObject({ width: 24, height: 16, format: type.slice(6) })
  })

  test('a PDF is kept as a picture of its page, without its scripts and attachments', async () => {
    const hostile = pdfOf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' })
    expect((await send(form(hostile, 'letter.pdf', 'application/pdf'))).status).toBe(200)
    const [kept] = await letters()
    expect(kept?.media_type).toBe('image/jpeg')
    expect(await sharp(Buffer.from(kept?.bytes ?? [])).metadata()).toMatchObject({ format: 'jpeg' })
    expect(Buffer.from(kept?.bytes ?? []).toString('latin1')).not.toMatch(/%PDF|JavaScript/)
  })

  test('ten megabytes are taken, one byte more is not', async () => {
    const big = (size: number) =>
      Buffer.concat([pdf.subarray(0, -6), Buffer.alloc(size - pdf.length, 32), pdf.subarray(-6)])
    const most = 10 * 1024 * 1024
    expect((await send(form(big(most), 'letter.pdf', 'application/pdf'))).status).toBe(200)
    expect((await send(form(big(most + 1), 'letter.pdf', 'application/pdf'))).status).toBe(413)
  }, 120_000)

  test.each([
    ['HTML named PDF', Buffer.from('<html>%PDF-1.7 %%EOF'), 'letter.pdf', 'application/pdf'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'letter.svg', 'image/svg+xml'],
    ['a PNG named JPEG', png, 'letter.jpg', 'image/jpeg'],
    ['a type that the content denies', pdf, 'letter.pdf', 'image/png'],
    ['a second ending', pdf, 'letter.pdf.exe', 'application/pdf'],
    ['nothing', Buffer.alloc(0), 'letter.pdf', 'application/pdf'],
    ['a PDF that nobody can read', Buffer.from('%PDF-1.7\n%%EOF\n'), 'letter.pdf', 'application/pdf'],
    ['a PNG in crumbs', crumbled(png, 33, chunk('IDAT', '')), 'letter.png', 'image/png'],
    ['a picture that breaks off', png.subarray(0, 40), 'letter.png', 'image/png'],
    ['what the scanner objects to', Buffer.concat([pdf.subarray(0, -6), eicar, pdf.subarray(-6)]), 'letter.pdf', ''],
  ])('%s is refused', async (_, bytes, name, type) => {
    expect(await send(form(bytes, name, type))).toMatchObject({
      status: 415,
      body: { data: { field: 'enrollment_letter' } },
    })
  })

  const locked = `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`
  test.each([
    ['a PDF with a password', pdfOf({ trailer: locked }), 'letter.pdf', 'LETTER_LOCKED'],
    ['a picture of more than 40 megapixels', huge, 'letter.png', 'LETTER_PIXELS'],
    ['a PDF of eleven pages', pdfOf({ pages: 11 }), 'letter.pdf', 'LETTER_BROKEN'],
  ])('%s is refused with its reason', async (_, bytes, name, code) => {
    expect(await send(form(bytes, name, ''))).toMatchObject({ status: 415, body: { code } })
  })

  test('two letters, none, a payload that is no JSON, and an unknown field are refused', async () => {
    const two = form(pdf, 'a.pdf')
    two.append('enrollment_letter', new File([pdf], 'b.pdf'))
    const none = new FormData()
    none.append('payload', '{}')
    const broken = new FormData()
    broken.append('payload', '{')
    broken.append('enrollment_letter', new File([pdf], 'a.pdf'))
    for (const body of [two, none, broken, form(pdf, 'a.pdf', '', { status: 'ACTIVE' })])
      expect((await send(body)).status).toBe(400)
  })
})

describe('a service that asks for more than the join did', () => {
  const services = () => backend.ctx.db.updateTable('services').where('client_id', '=', 'service-a')
  beforeAll(() =>
    services()
      .set({ required_profile: JSON.stringify(['interest_category', 'interest_field']) })
      .execute(),
  )
  afterAll(() =>
    services()
      .set({ required_profile: JSON.stringify([]) })
      .execute(),
  )
  const answered = { interest_category: 'IC02', interest_field: 'IC0201' }
  const arrived = async () => {
    const joiner = await new Joiner(backend).ready()
    const reply = await joiner.join(joiner.payload(profiles.STUDENT))
    expect(data(reply)).toMatchObject({ join_status: 'JOINED', matcher_type: 'SERVICE_ADD_INFO' })
    return joiner
  }

  test('takes the letter of the join while its own step waits, and then the answer to that', async () => {
    const joiner = await arrived()
    const letter = await send(form(png, 'letter.png', '', { complete_semester: '41' }), {}, joiner)
    expect(letter).toMatchObject({ status: 200, body: { data: {} } })
    const resolved = await joiner.browser.post('/v1/resolve/user', { matcher_type: 'SERVICE_ADD_INFO', ...answered })
    expect(data(resolved)).toMatchObject({ location: expect.any(String) as unknown })
  })

  test('takes both at once', async () => {
    const joiner = await arrived()
    const before = (await letters()).length
    const give = () => send(form(png, 'letter.png', '', { complete_semester: '41', ...answered }), {}, joiner)
    const resolved = await give()
    expect(data(resolved)).toMatchObject({ location: expect.any(String) as unknown })
    // The answer may be lost on its way.
    expect(await give()).toMatchObject({ status: 200, body: resolved.body })
    expect(await letters()).toHaveLength(before + 1)
    expect((await joiner.row())?.profile).toMatchObject({ complete_semester: '41', ...answered })
  })
})

describe('who may send one', () => {
  test('no caller without a visit, no visitor who has not joined, no member of another type', async () => {
    const stranger = new Joiner(backend)
    expect((await send(form(png, 'a.png'), {}, stranger)).status).toBe(403)
    await stranger.arrive()
    expect((await send(form(png, 'a.png'), {}, stranger)).status).toBe(412)
    const social = await new Joiner(backend).ready()
    await social.join(social.payload(profiles.SOCIAL))
    expect(await send(form(png, 'a.png'), {}, social)).toMatchObject({ status: 400, body: { code: 'NOT_A_STUDENT' } })
  })

  test('no page of another origin, and no plain form', async () => {
    expect((await send(form(png, 'a.png'), { origin: 'https://evil.test' })).status).toBe(403)
    expect((await send(form(png, 'a.png'), { 'idempotency-key': '' })).status).toBe(403)
    expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(415)
    expect((await send('x', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  test('it can be read nowhere', async () => {
    await send(form(png, 'letter.png'))
    const [kept] = await letters()
    for (const path of [`/${kept?.file_name}`, `/letters/${kept?.file_name}`, `/v1/letters/${kept?.file_name}`, PATH])
      expect([404, 405]).toContain((await student.browser.get(path)).status)
  })
})

describe('a broken form gets an answer and blocks no other call', () => {
  const B = 'boundary123'
  const type = { 'content-type': `multipart/form-data; boundary=${B}` }
  const whole = `--${B}\r\nContent-Disposition: form-data; name="payload"\r\n\r\n{}\r\n--${B}\r\nContent-Disposition: form-data; name="enrollment_letter"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${png.toString('latin1')}\r\n--${B}--\r\n`
  const sendText = (text: string) => send(Buffer.from(text, 'latin1'), type)

  test('cut off anywhere, with a byte changed anywhere, with another boundary', async () => {
    const cut = Array.from({ length: 60 }, (_, at) => whole.slice(0, Math.floor((whole.length * at) / 60)))
    const changed = Array.from({ length: 60 }, (_, at) => {
      const place = Math.floor((whole.length * at) / 60)
      return `${whole.slice(0, place)}\0${whole.slice(place + 1)}`
    })
    const others = ['', '--', `--${B}`, `--${B}--`, `--${B}\r\n\r\n`, whole.replaceAll(B, 'other'), whole.repeat(3)]
    for (const body of [...someOf(cut, 10), ...someOf(changed, 10), ...others]) {
      const reply = await sendText(body)
      expect([200, 400, 415]).toContain(reply.status)
    }
    expect((await sendText(whole)).status).toBe(200)
  })

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(200)}`,
  ])('%s', async (contentType) => {
    expect((await send(whole, { 'content-type': contentType })).status).toBe(415)
  })
})

test('the next user of the browser adds nothing to the account of a student who has signed out', async () => {
  const joiner = await new Joiner(backend).ready()
  await joiner.join(joiner.payload(profiles.STUDENT))
  const letter = () => send(form(png, 'letter.png', 'image/png', { complete_semester: '41' }), {}, joiner)
  expect((await letter()).status).toBe(200)
  await forgetBrowser(backend.ctx, joiner.browser.jar.get('browser /')?.value ?? '')
  expect(await letter()).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
})

test('a profile with U+0000 in it is refused', async () => {
  const reply = await send(form(png, 'letter.png', 'image/png', { affiliation_name: 'a\0' }))
  expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
})

test('a letter is deleted a year after it came, and no sign-in asks the student for another one', async () => {
  const joiner = await new Joiner(backend).ready()
  await joiner.join(joiner.payload(profiles.STUDENT))
  expect((await send(form(png, 'letter.png', 'image/png'), {}, joiner)).status).toBe(200)
  const member_id = (await joiner.row())?.id ?? ''
  const kept = async () => (await letters()).filter((letter) => letter.member_id === member_id)
  const daysAgo = async (days: number) => {
    const at = new Date(backend.ctx.now().getTime() - days * 86_400_000)
    await backend.ctx.db.updateTable('letters').set({ at }).where('member_id', '=', member_id).execute()
    await sweep(backend.ctx)
  }
  await daysAgo(364)
  expect(await kept()).toHaveLength(1)
  await daysAgo(366)
  expect(await kept()).toEqual([])
  const member = { login_id: joiner.login_id, password: PASSWORD, phone: joiner.phone }
  const { claims } = await signInAt(backend, new Browser(backend.url), member)
  expect(claims).toMatchObject({ email: joiner.login_id })
})
