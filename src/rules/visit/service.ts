// Spec §2 and §6, what the partner service and its transaction allow, and how the service looks.
import type { TermsLinks } from '../../../contract/shapes/service.ts'
import type { ServiceInfo, Welcome } from '../../../contract/shapes/welcome.ts'
import { goError, goInstead, notice } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { paths } from './paths.ts'
import { webAddress } from '../fields/webAddress.ts'

/** Only the listed services have a join button. */
export const canJoin = (client_id: string, joinClientIds: readonly string[]): boolean =>
  client_id !== '' && joinClientIds.includes(client_id)

/** Staying signed in is offered only when the server allows it. */
export const canStaySignedIn = (welcome: Pick<Welcome, 'stay_session'> | null): boolean =>
  welcome?.stay_session === true

/** Whether the account chooser has an account to offer. */
export const canChoose = ({ possible_sso_login, sso_sessions }: Pick<Welcome, 'possible_sso_login' | 'sso_sessions'>) =>
  possible_sso_login && sso_sessions.length > 0

/** The customer-support link is for one application only. */
export const showsSupport = (client_id: string, supportId: string): boolean =>
  supportId !== '' && client_id === supportId

/** The address of the service's own terms among its texts. */
export const serviceTermsUrl = (texts: TermsLinks): string | undefined =>
  texts.find(({ terms_code }) => terms_code.endsWith('SERVICE'))?.url

/** The join paths that a service leaves open. */
export const joinPathsFor = (permission: ServiceInfo['permission']): { sk: boolean; gen: boolean } => ({
  sk: permission !== 'ONLY_GEN',
  gen: permission !== 'ONLY_SK',
})

/** The join path is closed: the reason, and the page that leads to the open one. An invitation has no such page. */
export const joinPathClosed = (permission: ServiceInfo['permission'], isInvited: boolean): Outcome => [
  notice(permission === 'ONLY_SK' ? 'refused.onlySk' : 'refused.onlyGen'),
  isInvited ? goError('403') : goInstead(paths.join),
]

/** The way back to the service: its domain (with or without a scheme), else the origin of its callback, else null. */
export function serviceUrl(service: Pick<ServiceInfo, 'domain'> | null, callback_url = ''): string | null {
  const domain = service?.domain ?? ''
  const home =
    domain === '' ? null : (webAddress(domain) ?? (domain.includes(':') ? null : webAddress(`https://${domain}`)))
  if (home) return home.href
  const callback = webAddress(callback_url)
  return callback && `${callback.origin}/`
}
