// Spec §7, service API: one-time codes, terms links and code lists.
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import * as codes from '../../contract/calls/authenticator.ts'
import * as lists from '../../contract/calls/lists.ts'
import { TERMS_LANGUAGES } from '../../contract/codes.ts'
import type { Expiry, IssueEmail, IssueSms, Proof, VerifySms } from '../../contract/shapes/service.ts'
import { noteVisit } from '../call.ts'
import type { Ctx } from '../context.ts'
import type { Transaction } from '../db/schema.ts'
import { addedTo, findChallenge, type Challenge } from '../domain/codes/challenge.ts'
import { checkCode } from '../domain/codes/checkCode.ts'
import { sendCode } from '../domain/codes/codeDelivery.ts'
import { extendCode, lastRecipient, type Recipient } from '../domain/codes/storedCodes.ts'
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
import { parseQuery } from '../http/envelope.ts'
import { serving } from '../http/serve.ts'
import { callLocale } from '../http/callLocale.ts'
import { sendReading } from '../page.ts'
import { termsBody } from './termsPage.ts'

const TOKEN = /^Token ([\w-]{20,128})$/

const CHALLENGE = 'challenge'

/** The transaction with this ID if the session of the browser has it for its account (contract, "Account"), or null. */
type VisitOfAccount = (c: Context, id: string) => Promise<Transaction | null>

/** Finds the challenge behind `X-Authenticator`. It refuses a missing, unknown or old token and another browser alike, with 401. */
const authenticated =
  (ctx: Ctx, visitOfAccount: VisitOfAccount): MiddlewareHandler =>
  async (c, next) => {
    const [, token] = TOKEN.exec(c.req.header('x-authenticator') ?? '') ?? []
    const challenge = token ? await findChallenge(ctx, token) : null
    const id = challenge?.transaction_id
    const visit =
      id === undefined ? null : ((await boundTransaction(ctx, secretsOf(c, ctx), id)) ?? (await visitOfAccount(c, id)))
    if (!visit) throw refuse(401, 'UNAUTHORIZED', undefined, 'no such challenge in this browser')
    noteVisit(visit)
    c.set(CHALLENGE, challenge)
    await next()
  }

const challengeOf = (c: Context): Challenge => c.get(CHALLENGE) as Challenge

const notAllowed = (why: string) => refuse(400, 'BAD_REQUEST', undefined, why)

/** A member's challenge, or one that looks like it, takes no phone or address from outside. */
const isSomeones = ({ member_id, decoy }: Challenge): boolean => member_id !== null || decoy

/** A challenge with a known phone sends only there. For any other challenge the call names the phone. */
function phoneFor(challenge: Challenge, { phone_number, nation_tel_no, ...added }: IssueSms): Recipient {
  if (challenge.purpose === 'NEW_EMAIL') throw notAllowed('an address is to be proved')
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

function emailFor(ctx: Ctx, challenge: Challenge, { email }: IssueEmail): Recipient {
  if (challenge.email !== null && email !== undefined) throw notAllowed('the address is known here')
  if (challenge.email === null && isSomeones(challenge)) throw notAllowed('email')
  const to = challenge.email ?? canonicalEmail(email ?? '')
  if (!to) throw badField('email')
  if (challenge.purpose === 'NEW_PHONE') throw notAllowed('a phone is to be proved')
  if (challenge.purpose === 'NEW_EMAIL' && !domainAllowed(ctx.codes, to)) throw badField('email')
  return { kind: 'email', to }
}

/** `extendable`: this backend extends the codes of every channel. */
const sent = (expires_in: number): Expiry => ({ expires_in, extendable: true })

function codeRoutes(ctx: Ctx, visitOfAccount: VisitOfAccount, app: Hono): void {
  const serve = serving(app, authenticated(ctx, visitOfAccount))
  const callerOf = async (c: Context, { member_id }: Challenge): Promise<Caller> => ({
    ip: clientIp(c, ctx),
    isKnown: await isKnownBrowser(ctx, deviceOf(c, ctx), member_id),
    isTrusted: (await memberKnownBy(ctx, deviceOf(c, ctx))) !== null,
  })
  const send = async (c: Context, challenge: Challenge, to: Recipient) =>
    sent(await sendCode(ctx, challenge, to, await callerOf(c, challenge), callLocale(c)))
  const check = async (c: Context, kind: CodeKind, { verify_code, name, birthdate }: VerifySms): Promise<Proof> => {
    const challenge = challengeOf(c)
    const { auth_code, isRepeated } = await checkCode(ctx, challenge, kind, verify_code, await callerOf(c, challenge))
    // One code allows one check of a name. Otherwise the new owner of a recycled number could guess the name of the former one.
    if (name === undefined || birthdate === undefined || challenge.purpose !== 'JOIN' || isRepeated)
      return { auth_code }
    const phone = await lastRecipient(ctx, challenge, kind)
    const same_person = phone !== null && (await isMemberAlready(ctx, phone.to, { name, birthdate }))
    return { auth_code, same_person }
  }

  serve(codes.issueSms, ({ c, body }) => send(c, challengeOf(c), phoneFor(challengeOf(c), body)))
  serve(codes.issueEmail, ({ c, body }) => send(c, challengeOf(c), emailFor(ctx, challengeOf(c), body)))
  const again =
    (kind: CodeKind) =>
    async ({ c }: { c: Context }) => {
      const to = await lastRecipient(ctx, challengeOf(c), kind)
      if (!to) throw notAllowed('nothing was sent yet')
      return send(c, challengeOf(c), to)
    }
  const extend =
    (kind: CodeKind) =>
    async ({ c }: { c: Context }) =>
      sent(await extendCode(ctx, challengeOf(c), kind))
  serve(codes.reissueSms, again('sms'))
  serve(codes.reissueEmail, again('email'))
  serve(codes.refreshSms, extend('sms'))
  serve(codes.refreshEmail, extend('email'))
  serve(codes.verifySms, ({ c, body }) => check(c, 'sms', body))
  serve(codes.verifyEmail, ({ c, body }) => check(c, 'email', body))
  serve(codes.verifyMobile, ({ c, body }) => {
    if (challengeOf(c).phone === null) throw notAllowed('only where the phone is known')
    return check(c, 'sms', body)
  })
}

const TextQuery = z.object({ language: z._default(z.enum(TERMS_LANGUAGES), 'KR') })

/** The page that a link to a text of the demonstration leads to. */
function termsPage(ctx: Ctx, app: Hono): void {
  app.get('/terms/:terms_code', (c) => {
    const query = parseQuery(c, TextQuery)
    const text = termsText(c.req.param('terms_code'), query.language)
    if (!text) throw refuse(404, 'NOT_FOUND')
    const body = termsBody(text, c.req.path)
    return sendReading(c, { lang: text.lang, title: text.title, body, framedBy: ctx.settings.app_origin })
  })
}

function listRoutes(ctx: Ctx, app: Hono): void {
  const serve = serving(app)
  serve(lists.termsLinks, async ({ values: { rp_id }, query: { language } }) => {
    const links = await termsLinks(ctx, rp_id, language)
    if (links.length === 0) throw refuse(404, 'NOT_FOUND')
    return links
  })
  serve(lists.domainVerified, ({ query: { domain } }) => ({ verified: domainAllowed(ctx.codes, domain) }))
  serve(lists.codesOf, ({ values: { group } }) => {
    const found = codesOf(ctx.codes, group)
    if (!found) throw refuse(404, 'NOT_FOUND')
    return [...found]
  })
  serve(lists.codeWithChildren, ({ values: { id } }) => {
    const code = codeById(ctx.codes, id)
    if (!code) throw refuse(404, 'NOT_FOUND')
    return code
  })
}

/** The service API, at the full paths of the contract, and the pages of the demonstration's terms. */
export function serviceRoutes(
  ctx: Ctx,
  visitOfAccount: VisitOfAccount = () => Promise.resolve(null),
  showsTerms = true,
): Hono {
  const app = new Hono()
  codeRoutes(ctx, visitOfAccount, app)
  if (showsTerms) termsPage(ctx, app)
  listRoutes(ctx, app)
  return app
}
