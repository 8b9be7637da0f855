// Spec §2, §4 and §6, member kinds: the join path, its pages, and the step that it resolves.
import type { VerifyJoin } from '../wire/join'
import type { JoinPath } from '../wire/join'
import { paths } from './paths'
import type { Path } from './paths'

/** Matcher type for sign-up: the stored value; else CONVERSION_JOIN if group conversion is done; else JOIN. */
export function joinMatcherType(stored: string, isGroupConversion: boolean): VerifyJoin['matcher_type'] {
  if (stored === 'JOIN' || stored === 'CONVERSION_JOIN') return stored
  return isGroupConversion ? 'CONVERSION_JOIN' : 'JOIN'
}

export const joinPathOf = (isSkFamily: boolean): JoinPath => (isSkFamily ? 'sk' : 'general')

/** Whether the server says that the member belongs to the group. */
export const isGroup = (known: { belong_sk?: boolean; member_kind?: string | null }): boolean =>
  known.belong_sk === true || known.member_kind === 'SK'

type JoinRoute = 'terms' | 'privacy' | 'completed'

const ROUTES: Record<JoinRoute, { sk: Path; general: Path; skInvited: Path; generalInvited: Path }> = {
  terms: {
    sk: paths.joinTerms,
    general: paths.joinTermsGen,
    skInvited: paths.signUpTerms,
    generalInvited: paths.signUpTermsGen,
  },
  privacy: {
    sk: paths.joinPrivacy,
    general: paths.joinPrivacyGen,
    skInvited: paths.signUpPrivacy,
    generalInvited: paths.signUpPrivacyGen,
  },
  completed: {
    sk: paths.joinCompleted,
    general: paths.joinCompletedGen,
    skInvited: paths.joinCompleted,
    generalInvited: paths.joinCompletedGen,
  },
}

/** The page of a step of this join: of the group or general, for a visitor or an invited person. */
export function joinRoute(
  step: JoinRoute,
  { isSkFamily, isInvited }: { isSkFamily: boolean; isInvited: boolean },
): Path {
  const route = ROUTES[step]
  if (isInvited) return isSkFamily ? route.skInvited : route.generalInvited
  return isSkFamily ? route.sk : route.general
}
