// Spec §2, §4 and §6, member kinds: the join path, its pages, and the step that it resolves.
import type { VerifyJoin } from '../../../contract/shapes/join.ts'
import type { JoinPath } from '../../../contract/shapes/join.ts'
import { paths } from '../visit/paths.ts'
import type { Path } from '../visit/paths.ts'

/** Matcher type for sign-up: the stored value; else CONVERSION_JOIN if group conversion is done; else JOIN. */
export function joinMatcherType(stored: string, isGroupConversion: boolean): VerifyJoin['matcher_type'] {
  if (stored === 'JOIN' || stored === 'CONVERSION_JOIN') return stored
  return isGroupConversion ? 'CONVERSION_JOIN' : 'JOIN'
}

/** Members of the group, and all others. */
export const MEMBER_KINDS = ['SK', 'GEN'] as const
export type MemberKind = (typeof MEMBER_KINDS)[number]

export const joinPathOf = (kind: MemberKind): JoinPath => (kind === 'SK' ? 'sk' : 'general')

/** The kind of member that the server names. */
export const kindOf = (known: { belong_sk?: boolean; member_kind?: string | null }): MemberKind =>
  known.belong_sk === true || known.member_kind === 'SK' ? 'SK' : 'GEN'

type JoinRoute = 'terms' | 'privacy' | 'completed'

const ROUTES: Record<JoinRoute, Record<MemberKind, { visitor: Path; invited: Path }>> = {
  terms: {
    SK: { visitor: paths.joinTerms, invited: paths.signUpTerms },
    GEN: { visitor: paths.joinTermsGen, invited: paths.signUpTermsGen },
  },
  privacy: {
    SK: { visitor: paths.joinPrivacy, invited: paths.signUpPrivacy },
    GEN: { visitor: paths.joinPrivacyGen, invited: paths.signUpPrivacyGen },
  },
  completed: {
    SK: { visitor: paths.joinCompleted, invited: paths.joinCompleted },
    GEN: { visitor: paths.joinCompletedGen, invited: paths.joinCompletedGen },
  },
}

/** The page of a step of this join: of the group or general, for a visitor or an invited person. */
export const joinRoute = (step: JoinRoute, { kind, isInvited }: { kind: MemberKind; isInvited: boolean }): Path =>
  ROUTES[step][kind][isInvited ? 'invited' : 'visitor']
