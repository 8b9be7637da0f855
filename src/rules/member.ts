// Spec §2, §4 and §6, member kinds: which join is meant, which pages it leads through, and which step it resolves.
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

/** Whether the member is of the group, by what a server said of it. */
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

/** The page of this join for a step: the group's or the general one, of a visitor or of somebody invited. */
export function joinRoute(
  step: JoinRoute,
  { isSkFamily, isInvited }: { isSkFamily: boolean; isInvited: boolean },
): Path {
  const route = ROUTES[step]
  if (isInvited) return isSkFamily ? route.skInvited : route.generalInvited
  return isSkFamily ? route.sk : route.general
}
