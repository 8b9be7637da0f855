// Contract, "A pending step": each step between the member and the service, with its data and no other's. The backend describes a step by
// its type, the app stores what fits the schema, and the kit and the scripted servers read it.
import * as z from 'zod/mini'
import { AUTH_REQUIRED } from '../codes.ts'
import { CreationOptions } from './passkeys.ts'

const text = z.string().check(z.maxLength(4096))
const short = z.string().check(z.maxLength(512))
const list = (most: number) => z.array(short).check(z.maxLength(most))

/**
 * What any step may have. `progress` (additive): its position in a chain, and the name of the step after it if that is known. `params`: the
 * query of `init_url`, or what goes back with the calls for the step. `authorization_uri` may carry the data of the step in its query.
 */
const shared = {
  state: z.optional(short),
  progress: z.optional(z.object({ current: z.number(), total: z.number(), next: z.optional(short) })),
  authorization_uri: z.optional(text),
  init_url: z.optional(text),
  params: z.optional(z.record(short, short)),
}
const phone = { auth_token: z.optional(short), phone_number: z.optional(short) }
/** Additive: what the service will learn. */
const consent = { claims: z.optional(list(20)) }
const terms = { terms_types: z.optional(z.union([text, list(10)])) }
/** Additive: the fields that a service asks for, or the letter that a join still owes. */
const profile = { profile_fields: z.optional(list(20)) }
const approval = { ...profile, join_status: z.optional(short) }
/** How to create a passkey, and whether to try that without a question first. */
const passkey = { options: CreationOptions, conditional: z.optional(z.boolean()) }

const named = <const Name extends string>(...names: Name[]) => ({ ...shared, step: z.literal(names) })

export const PendingStep = z.discriminatedUnion('step', [
  z.object({ ...named(AUTH_REQUIRED, 'ADMIN_CERTIFICATION_CHECK'), ...phone }),
  z.object({ ...named('CONSENT_RELYING_PARTY'), ...consent }),
  z.object({ ...named('ADD_TERMS_AGREEMENT'), ...terms }),
  z.object({ ...named('SERVICE_ADD_INFO'), ...profile }),
  z.object({ ...named('JOIN_STATE'), ...approval }),
  z.object({ ...named('RECOMMENDED_PASSKEY'), ...passkey }),
  z.object(named('JOIN', 'CONVERSION_JOIN', 'SIGN_UP')),
  z.object(named('RECOMMENDED_CHANGE_PWD', 'REQUIRED_CHANGE_PWD', 'CHANGED_PASSWORD')),
  z.object(named('SERVICE_PERMISSIONS', 'PROTECTED_STATE', 'INCUMBENT_STATE', 'SUSPENDED_STATE', 'ID_SEARCH')),
])
export type PendingStep = z.infer<typeof PendingStep>
export type StepName = PendingStep['step']
export type StepOf<Name extends StepName> = PendingStep & { step: Name }
export type StepData<Name extends StepName> = Omit<StepOf<Name>, 'step'>

/** A step as it comes, of whatever name. The second factor of an ordinary member has `auth_required` and no `matcher_type`. */
export const Pending = z.partial(
  z.object({
    matcher_type: short,
    auth_required: z.boolean(),
    ...shared,
    ...phone,
    ...consent,
    ...terms,
    ...approval,
    ...passkey,
  }),
)
export type Pending = z.infer<typeof Pending>

/** The step that came, or null for one that the contract does not know. A second factor precedes whatever step names it. */
export function pendingStep(pending: Pending): PendingStep | null {
  const step = pending.auth_required ? AUTH_REQUIRED : pending.matcher_type
  return PendingStep.safeParse({ ...pending, step }).data ?? null
}
