// Contract, file API: a student's enrollment letter, after the join or for the step that asks for the profile.
import { Hono, type Context } from 'hono'
import type { Provider } from 'oidc-provider'
import { resolveStudent } from '../../contract/calls/file.ts'
import { LETTER_PARTS } from '../../contract/shapes/file.ts'
import type { StudentProfile } from '../../contract/shapes/join.ts'
import { visitName, VisitQuery } from '../../contract/shapes/visit.ts'
import type { Ctx } from '../context.ts'
import type { Transaction } from '../db/schema.ts'
import { record } from '../domain/audit/events.ts'
import { type Joined, joinedBefore } from '../domain/join/joinVisit.ts'
import { keepLetter, readLetter } from '../domain/join/letters.ts'
import { fillProfile } from '../domain/members/fillProfile.ts'
import { networksOf } from '../domain/limits/networks.ts'
import { missingFields, PROFILE_FIELDS } from '../domain/members/profile.ts'
import { keepStudent } from '../domain/join/student.ts'
import { knownTransactions } from '../domain/signIn/transactions.ts'
import { clientIp } from '../http/clientIp.ts'
import { secretsOf } from '../http/cookies.ts'
import { refuse } from '../domain/refusal.ts'
import { fits } from '../http/envelope.ts'
import { serving } from '../http/serve.ts'
import { uploadSlots } from '../http/uploadSlots.ts'
import { findVisit, setVisit, visitOf } from '../http/visit.ts'
import { resolveStep, sayProgress, stepAt } from './signIn.ts'

const STEP = 'SERVICE_ADD_INFO'
/** What the payload can answer of the step. */
const ANSWERS = [...PROFILE_FIELDS, 'nickname'] as const
const VISIT_FIELDS = Object.keys(visitName)

/** @throws Refused 415 for another content type, 403 without the header that no form of another page can send */
function mustBeForm(c: Context): void {
  if (!/^multipart\/form-data; ?boundary=[^\s;]{1,100}$/i.test(c.req.header('content-type') ?? ''))
    throw refuse(415, 'UNSUPPORTED_MEDIA_TYPE', undefined, 'multipart/form-data only')
  if (!/^[\w-]{8,100}$/.test(c.req.header('idempotency-key') ?? ''))
    throw refuse(403, 'FORBIDDEN', undefined, 'idempotency-key')
}

/** @throws Refused 400 when the form is broken */
async function readForm(c: Context) {
  const form = await c.req.raw.formData().catch(() => null)
  const name = VisitQuery.safeParse(
    Object.fromEntries(VISIT_FIELDS.map((field) => [field, form?.get(field) ?? undefined])),
  )
  const letters = form?.getAll(LETTER_PARTS.letter) ?? []
  const payloads = form?.getAll(LETTER_PARTS.payload) ?? []
  const [letter, payload] = [letters[0], payloads[0]]
  if (letters.length !== 1 || payloads.length !== 1 || !(letter instanceof File) || typeof payload !== 'string')
    throw refuse(400, 'BAD_REQUEST', undefined, 'one payload and one enrollment_letter')
  if (!name.success) throw refuse(400, 'BAD_REQUEST', undefined, 'transaction_id and state')
  const profile = resolveStudent.form.safeParse(jsonIn(payload))
  if (!profile.success) throw refuse(400, 'BAD_REQUEST', undefined, 'payload')
  return { name: name.data, profile: profile.data, letter }
}

function jsonIn(text: string): unknown {
  try {
    const value: unknown = text.length <= 64 * 1024 ? JSON.parse(text) : null
    return fits(value) ? value : null
  } catch {
    return null
  }
}

/** The file API, at the full path of the contract. */
export function fileRoutes(ctx: Ctx, provider: Provider): Hono {
  const app = new Hono()
  const inTurn = uploadSlots(ctx.settings.limits.letters_at_once, () => ctx.now().getTime())

  serving(app)(resolveStudent, async ({ c }) => {
    mustBeForm(c)
    const [oldest] = await knownTransactions(ctx, secretsOf(c, ctx))
    if (!oldest) throw refuse(403, 'FORBIDDEN', undefined, 'no visit in this browser')
    // The form names the visit, and is read at its place only: a browser has one.
    const holder = { browser: oldest.id, networks: networksOf(clientIp(c, ctx)) }
    const { profile, kept } = await inTurn(holder, async () => {
      const form = await readForm(c)
      setVisit(c, await findVisit(c, ctx, provider, form.name))
      return { profile: form.profile, kept: await readLetter(ctx, form.letter) }
    })
    const transaction = visitOf(c)
    const joined = await joinedBefore(ctx, transaction.id)
    if (joined && !(await isAnswer(c, profile))) return afterJoin(c, transaction, joined, profile, kept)
    const progress = await resolveStep(c, { ctx, provider }, STEP, async (_transaction, visit) => {
      const { member } = visit
      if (member.member_type_code !== 'STUDENT') throw refuse(400, 'NOT_A_STUDENT')
      const {
        current_job_group,
        current_job,
        hope_job_group,
        hope_job,
        interest_category,
        interest_field,
        nickname,
        ...student
      } = profile
      const wishes = { current_job_group, current_job, hope_job_group, hope_job, interest_category, interest_field }
      await fillProfile(ctx, { ...visit, has_letter: true }, { ...wishes, nickname })
      await keepStudent(ctx, member.id, student)
      await keepLetter(ctx, member.id, kept)
      await note(c, member.id)
      return {}
    })
    return sayProgress(c, ctx, progress)
  })

  /**
   * Whether a letter of a member who has just joined answers the step, which waits or was the last one resolved: with fields that the step asks for, or
   * because the step asks for the letter and for nothing else. Otherwise it is the letter of the join.
   */
  async function isAnswer(c: Context, profile: StudentProfile): Promise<boolean> {
    const at = await stepAt(c, { ctx, provider }, (step) => step === STEP)
    if (!at) return false
    if (ANSWERS.some((field) => profile[field] !== undefined)) return true
    return at.isDone
      ? at.visit.service.required_profile.includes('enrollment_letter')
      : missingFields({ ...at.visit, has_letter: true }).length === 0
  }

  /** A letter that was chosen during the join comes when the member is there; the visit may have ended with it. */
  async function afterJoin(
    c: Context,
    { id, finished_at }: Transaction,
    { member_id }: Joined,
    profile: StudentProfile,
    kept: Awaited<ReturnType<typeof readLetter>>,
  ) {
    await keepStudent(ctx, member_id, profile)
    await keepLetter(ctx, member_id, kept)
    await note(c, member_id)
    const location = finished_at !== null && (await provider.Interaction.find(id))?.returnTo
    return location ? { location } : {}
  }

  const note = (c: Context, member_id: string) => record(ctx, 'letter.kept', { member_id, ip: clientIp(c, ctx) })

  return app
}
