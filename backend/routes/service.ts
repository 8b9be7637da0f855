// Spec §7, service API: one-time codes, terms links and code lists.
import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'
import { TERMS_LANGUAGES } from '../../src/wire/codes.ts'
import {
  type Expiry,
  IssueEmail,
  IssueSms,
  Nothing,
  type Proof,
  VerifyCode,
  VerifySms,
} from '../../src/wire/service.ts'
import { noteVisit } from '../call.ts'
import type { Ctx } from '../context.ts'
import { addedTo, findChallenge, type Challenge } from '../domain/codes/challenge.ts'
import { checkCode, extendCode, lastRecipient, sendCode, type Recipient } from '../domain/codes/codeDelivery.ts'
import { codeById, codesOf, domainAllowed } from '../domain/lists/codes.ts'
import { canonicalEmail } from '../domain/members/email.ts'
import { isMemberAlready } from '../domain/join/joinPerson.ts'
import { badField } from '../domain/join/joinVisit.ts'
import { isKnownBrowser, memberKnownBy } from '../domain/signIn/knownBrowsers.ts'
import type { Caller } from '../domain/codes/limits.ts'
import type { CodeKind } from '../domain/codes/otp.ts'
import { canonicalPhone } from '../domain/members/phone.ts'
import { termsLinks, termsText } from '../domain/terms/terms.ts'
import { boundTransaction } from '../domain/signIn/transactions.ts'
import { clientIp } from '../http/clientIp.ts'
import { deviceOf, secretsOf } from '../http/cookies.ts'
import { refuse } from '../domain/refusal.ts'
import { answer, parseBody, parseQuery } from '../http/envelope.ts'
import { callLocale } from '../http/callLocale.ts'
import { sendReading } from '../page.ts'
import { termsBody } from './termsPage.ts'

const TOKEN = /^Token ([\w-]{20,128})$/

/** The challenge behind `X-Authenticator`. @throws Refused 401, alike for a missing, unknown, old token and for another browser */
async function authenticated(c: Context, ctx: Ctx): Promise<Challenge> {
  const [, token] = TOKEN.exec(c.req.header('x-authenticator') ?? '') ?? []
  const challenge = token ? await findChallenge(ctx, token) : null
  const visit = challenge && (await boundTransaction(ctx, secretsOf(c, ctx), challenge.transaction_id))
  if (!visit) throw refuse(401, 'UNAUTHORIZED', undefined, 'no such challenge in this browser')
  noteVisit(visit)
  return challenge
}

const notAllowed = (why: string) => refuse(400, 'BAD_REQUEST', undefined, why)

/** A member's challenge, or one that looks like it, takes no phone or address from outside. */
const isSomeones = ({ member_id, decoy }: Challenge): boolean => member_id !== null || decoy

/** A challenge with a known phone sends only there. For any other challenge the call names the phone. */
function phoneFor(challenge: Challenge, { phone_number, nation_tel_no, ...added }: IssueSms): Recipient {
  const known = new Map(Object.entries(addedTo(challenge.purpose)))
  for (const [name, value] of Object.entries(added)) if (known.get(name) !== value) throw notAllowed(name)
  if (challenge.phone !== null) {
    if (phone_number !== undefined || nation_tel_no !== undefined) throw notAllowed('the phone is known here')
    return { kind: 'sms', to: challenge.phone }
  }
  if (isSomeones(challenge)) throw notAllowed('phone_number')
  if (phone_number === undefined) throw badField('phone_number')
  const to = canonicalPhone(phone_number, nation_tel_no)
  if (!to) throw badField('phone_number')
  return { kind: 'sms', to }
}

function emailFor(challenge: Challenge, { email }: IssueEmail): Recipient {
  if (challenge.email !== null && email !== undefined) throw notAllowed('the address is known here')
  if (challenge.email === null && isSomeones(challenge)) throw notAllowed('email')
  const to = challenge.email ?? canonicalEmail(email ?? '')
  if (!to) throw badField('email')
  return { kind: 'email', to }
}

/** `extendable`: this backend extends the codes of every channel. */
const sent = (expires_in: number) => answer<Expiry>({ expires_in, extendable: true })

function codeRoutes(ctx: Ctx, app: Hono): void {
  const base = '/authenticator/v1'
  const callerOf = async (c: Context, { member_id }: Challenge): Promise<Caller> => ({
    ip: clientIp(c, ctx),
    isKnown: await isKnownBrowser(ctx, deviceOf(c, ctx), member_id),
    isTrusted: (await memberKnownBy(ctx, deviceOf(c, ctx))) !== null,
  })
  const send = async (c: Context, challenge: Challenge, to: Recipient) =>
    c.json(sent(await sendCode(ctx, challenge, to, await callerOf(c, challenge), callLocale(c))))
  const check = async (
    c: Context,
    challenge: Challenge,
    kind: CodeKind,
    { verify_code, name, birthdate }: VerifySms,
  ) => {
    const { auth_code, isRepeated } = await checkCode(ctx, challenge, kind, verify_code, await callerOf(c, challenge))
    // One code asks about one person: whoever has a number that was somebody else's must not guess their name.
    if (name === undefined || birthdate === undefined || challenge.purpose !== 'JOIN' || isRepeated)
      return c.json(answer<Proof>({ auth_code }))
    const phone = await lastRecipient(ctx, challenge, kind)
    const same_person = phone !== null && (await isMemberAlready(ctx, phone.to, { name, birthdate }))
    return c.json(answer<Proof>({ auth_code, same_person }))
  }

  app.post(`${base}/issue/sms`, async (c) => {
    const challenge = await authenticated(c, ctx)
    return send(c, challenge, phoneFor(challenge, await parseBody(c, IssueSms)))
  })
  app.post(`${base}/issue/email`, async (c) => {
    const challenge = await authenticated(c, ctx)
    return send(c, challenge, emailFor(challenge, await parseBody(c, IssueEmail)))
  })
  for (const kind of ['sms', 'email'] as const) {
    app.post(`${base}/reissue/${kind}`, async (c) => {
      const challenge = await authenticated(c, ctx)
      await parseBody(c, Nothing)
      const to = await lastRecipient(ctx, challenge, kind)
      if (!to) throw notAllowed('nothing was sent yet')
      return send(c, challenge, to)
    })
    app.post(`${base}/refresh/${kind}`, async (c) => {
      const challenge = await authenticated(c, ctx)
      await parseBody(c, Nothing)
      return c.json(sent(await extendCode(ctx, challenge, kind)))
    })
    app.post(`${base}/verify/${kind}`, async (c) => {
      const challenge = await authenticated(c, ctx)
      return check(c, challenge, kind, await parseBody(c, kind === 'sms' ? VerifySms : VerifyCode))
    })
  }
  app.post(`${base}/verify/mobile`, async (c) => {
    const challenge = await authenticated(c, ctx)
    const body = await parseBody(c, VerifyCode)
    if (challenge.phone === null) throw notAllowed('only where the phone is known')
    return check(c, challenge, 'sms', body)
  })
}

const language = z._default(z.enum(TERMS_LANGUAGES), 'KR')
const TermsQuery = z.object({ origin: z.optional(z.literal('true')), language })
const DomainQuery = z.object({ domain: z.string().check(z.minLength(1), z.maxLength(253)) })

function termsRoutes(ctx: Ctx, app: Hono): void {
  app.get('/common/terms/v1/rps/:owner', async (c) => {
    const query = parseQuery(c, TermsQuery)
    const links = await termsLinks(ctx, c.req.param('owner'), query.language)
    if (links.length === 0) throw refuse(404, 'NOT_FOUND')
    return c.json(answer(links))
  })
  app.get('/terms/:terms_code', (c) => {
    const query = parseQuery(c, z.object({ language }))
    const text = termsText(c.req.param('terms_code'), query.language)
    if (!text) throw refuse(404, 'NOT_FOUND')
    const body = termsBody(text, c.req.path)
    return sendReading(c, { lang: text.lang, title: text.title, body, framedBy: ctx.settings.app_origin })
  })
}

function codeListRoutes(app: Hono): void {
  const base = '/public/member/v1'
  app.get(`${base}/codegroups/DENIED_DOMAIN/verified`, (c) =>
    c.json(answer({ verified: domainAllowed(parseQuery(c, DomainQuery).domain) })),
  )
  app.get(`${base}/codegroups/:group/codes`, (c) => {
    const codes = codesOf(c.req.param('group'))
    if (!codes) throw refuse(404, 'NOT_FOUND')
    return c.json(answer(codes))
  })
  app.get(`${base}/codes/:id`, (c) => {
    const code = codeById(c.req.param('id'))
    if (!code) throw refuse(404, 'NOT_FOUND')
    return c.json(answer(code))
  })
}

/** The service API, at the full paths of the contract, and the pages that its terms links lead to. */
export function serviceRoutes(ctx: Ctx): Hono {
  const app = new Hono()
  codeRoutes(ctx, app)
  termsRoutes(ctx, app)
  codeListRoutes(app)
  return app
}
