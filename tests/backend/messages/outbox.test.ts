// What the backend sends: by SMTP, and to the outbox.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../backend/context.ts'
import { closeMail } from '../../../backend/mail.ts'
import { messages, sendEmail } from '../../../backend/outbox.ts'
import { sharedParts } from '../shared.ts'

const parts = sharedParts()
beforeEach(async () => {
  await parts.ctx.db.deleteFrom('outbox').execute()
})

test('an e-mail really travels: Korean subject and text arrive whole, and a subject cannot carry a header', async () => {
  await sendEmail(
    parts.ctx,
    'someone@mail.test',
    '이메일 인증번호\r\nBcc: other@mail.test',
    '인증번호는 123456입니다.\n고맙습니다.',
  )
  const all = await messages(parts.ctx)
  expect(all).toHaveLength(1)
  expect(all[0]).toMatchObject({ kind: 'email', to: 'someone@mail.test' })
  expect(all[0]?.text).toMatch(/^이메일 인증번호 Bcc: other@mail\.test\n\n인증번호는 123456입니다\.\n고맙습니다\.$/)
})

test.each(['hana@한국.test', 'hana@xn--3e0b707e.test', 'HANA@한국.TEST'])(
  'a mail to an international domain is found as %s',
  async (spelled) => {
    await sendEmail(parts.ctx, 'hana@xn--3e0b707e.test', 'subject', 'text')
    expect(await messages(parts.ctx, spelled)).toHaveLength(1)
  },
)

test('with smtp_url the mail goes to that server, and the demo keeps a copy to read', async () => {
  const taken: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      taken.push(...session.envelope.rcptTo.map(({ address }) => address))
      stream.resume().on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const ctx: Ctx = { ...parts.ctx, settings: { ...parts.ctx.settings, smtp_url: `smtp://127.0.0.1:${port}` } }
  await sendEmail(ctx, 'someone@mail.test', 'subject', 'text')
  expect(taken).toEqual(['someone@mail.test'])
  expect(await messages(ctx)).toHaveLength(1)
  await new Promise<void>((resolve) => server.close(resolve))
  await expect(sendEmail(ctx, 'someone@mail.test', 'subject', 'text')).rejects.toThrow('ECONNREFUSED')
  expect(await messages(ctx)).toHaveLength(1)
  await closeMail(ctx)
})
