// Screens, "Account": the sections of the account, in the order of the overview, and the line in which each says how it stands.
import type { Account } from '../../../contract/shapes/account.ts'
import type { MessageKey, Said } from '../texts/messages.ts'
import { type Path, paths } from '../visit/paths.ts'

export type SectionName = 'security' | 'devices' | 'services' | 'activity' | 'privacy'

/** What the overview knows beside the account itself; null while it is unknown. */
type SectionFacts = {
  account: Account
  /** How long ago the password was changed, in words; '' if unknown. */
  passwordAgo: string
  devices: number | null
  services: number | null
}

type Section = {
  name: SectionName
  path: Path
  title: MessageKey
  lead: MessageKey
  /** How it stands, in parts of one line. None: the lead says what it is for. */
  state: (facts: SectionFacts) => readonly Said[]
}

const counted = (text: MessageKey, count: number | null): Said[] =>
  count === null ? [] : [{ text, values: { count: String(count) } }]

const securityState = ({ account, passwordAgo }: SectionFacts): Said[] => [
  ...(passwordAgo ? [{ text: 'account.passwordAgo' as const, values: { ago: passwordAgo } }] : []),
  ...counted('account.passkeyCount', account.passkeys?.count || null),
  { text: account.second_factor === 'SMS' ? 'account.factorOn' : 'account.factorOff' },
]

function privacyState({ account: { leaving, letter, marketing } }: SectionFacts): Said[] {
  if (leaving) return [{ text: 'account.leavingShort' }]
  if (letter?.state === 'WAITING') return [{ text: 'account.letterWaiting' }]
  const { email, sms } = marketing
  return [
    {
      text:
        email && sms ? 'account.newsBoth' : email ? 'account.newsEmail' : sms ? 'account.newsSms' : 'account.newsNone',
    },
  ]
}

export const sections: readonly Section[] = [
  {
    name: 'security',
    path: paths.accountSecurity,
    title: 'title.accountSecurity',
    lead: 'account.securityLead',
    state: securityState,
  },
  {
    name: 'devices',
    path: paths.accountDevices,
    title: 'title.accountDevices',
    lead: 'account.devicesLead',
    state: ({ devices }) => counted('account.deviceCount', devices),
  },
  {
    name: 'services',
    path: paths.accountServices,
    title: 'title.accountServices',
    lead: 'account.servicesLead',
    state: ({ services }) => counted('account.serviceCount', services),
  },
  {
    name: 'activity',
    path: paths.accountActivity,
    title: 'title.accountActivity',
    lead: 'account.activityLead',
    state: () => [{ text: 'account.activityShort' }],
  },
  {
    name: 'privacy',
    path: paths.accountPrivacy,
    title: 'title.accountPrivacy',
    lead: 'account.privacyLead',
    state: privacyState,
  },
]
