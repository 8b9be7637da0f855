// Spec §7, service API: one-time codes, terms and code groups.
import * as z from 'zod/mini'

const short = z.string().check(z.maxLength(512))
/** Spec §9: maximum length of an input. */
const line = z.string().check(z.maxLength(1000))
const digits = (most: number) => z.string().check(z.regex(/^\d+$/), z.maxLength(most))

/**
 * The lifetime of a code, in whole seconds. Zero, negative and more than a day are contract errors. `extendable`: the code of an e-mail
 * can be extended too (refresh/email); a code of an SMS always can.
 */
export const Expiry = z.object({
  expires_in: z.number().check(z.int(), z.minimum(1), z.maximum(86_400)),
  extendable: z.optional(z.boolean()),
})
export type Expiry = z.infer<typeof Expiry>

/**
 * POST /authenticator/v1/issue/sms: the phone, and the `params` of the pending step. For a second factor the server knows the phone, so
 * the body has the `params` only.
 */
export const IssueSms = z.catchall(
  z.object({ phone_number: z.optional(digits(20)), nation_tel_no: z.optional(digits(4)) }),
  short,
)
export type IssueSms = z.infer<typeof IssueSms>

/** POST /authenticator/v1/issue/email. The body is empty if the server knows the address. */
export const IssueEmail = z.strictObject({ email: z.optional(z.string().check(z.minLength(3), z.maxLength(254))) })
export type IssueEmail = z.infer<typeof IssueEmail>

/** The empty body of reissue and refresh. */
export const Nothing = z.strictObject({})

/** POST /authenticator/v1/verify/{sms,email,mobile}. */
export const VerifyCode = z.strictObject({ verify_code: z.string().check(z.regex(/^\d{6}$/)) })
export type VerifyCode = z.infer<typeof VerifyCode>

/** Who joins with a phone, as in the sign-up payload: `birthdate` is yyyyMMdd. */
const Person = z.object({ name: line, birthdate: z.string().check(z.regex(/^\d{8}$/)) })
export type Person = z.infer<typeof Person>

/** POST /authenticator/v1/verify/sms. The person is sent only where the challenge of the join said `checks_person`. */
export const VerifySms = z.strictObject({ ...VerifyCode.shape, ...z.partial(Person).shape })
export type VerifySms = z.infer<typeof VerifySms>

/**
 * The proof that a right code earns, for one purpose, one transaction and one phone. `same_person`: a member has this phone, name and
 * birthday already, so a join with them would be refused (SAME_PERSON).
 */
export const Proof = z.object({ auth_code: short, same_person: z.optional(z.boolean()) })
export type Proof = z.infer<typeof Proof>

/**
 * GET /common/terms/v1/rps/{suni,rp_id}, in the order of the screen. `name`: the text's name in the language asked for; without it the app has one
 * of its own for each text of the platform.
 */
export const TermsLinks = z.array(
  z.object({ terms_code: short, url: z.string().check(z.maxLength(2048)), name: z.optional(short) }),
)
export type TermsLinks = z.infer<typeof TermsLinks>

/** GET /public/member/v1/codegroups/{group}/codes. A list without Japanese names has the English ones for Japanese readers. */
export const Code = z.object({
  code: short,
  code_add: z.optional(z.nullable(short)),
  code_name: short,
  code_name_en: z._default(z.nullable(short), null),
  code_name_cn: z._default(z.nullable(short), null),
  code_name_ja: z.optional(z.nullable(short)),
  parent: z.optional(z.nullable(short)),
})
export const Codes = z.array(Code)
export type Code = z.infer<typeof Code>
export type Codes = z.infer<typeof Codes>

/** GET /public/member/v1/codes/{id}: one code and its children. */
export const CodeWithChildren = z.extend(Code, { children: Codes })
export type CodeWithChildren = z.infer<typeof CodeWithChildren>

/** GET /public/member/v1/codegroups/DENIED_DOMAIN/verified: false means that addresses of this domain cannot join. */
export const DomainVerified = z.object({ verified: z.boolean() })
export type DomainVerified = z.infer<typeof DomainVerified>
