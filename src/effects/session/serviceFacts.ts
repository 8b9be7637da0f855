// Spec §8, facts for refusals and titles: the service's name in the current language, and the time.
import { currentLocale } from '../../i18n/languages.ts'
import { displayName } from '../../rules/texts/locale.ts'
import { serviceUrl } from '../../rules/visit/service.ts'
import { useWelcome } from '../../stores/welcome.ts'
import type { Answer } from '../../../contract/shapes/answer.ts'
import type { ServiceInfo } from '../../../contract/shapes/welcome.ts'
import { now } from '../browser/clock.ts'
import { exitOf } from '../browser/leave.ts'

type Facts = { serviceName: string; serviceUrl: string | null; permission?: ServiceInfo['permission']; now: number }
function facts(service: ServiceInfo | null, callback_url?: string): Facts {
  const exit = exitOf(serviceUrl(service, callback_url) ?? '')
  return {
    serviceName: service ? displayName(service, currentLocale()) : '',
    // An address of the service must pass the same check as a location.
    serviceUrl: exit?.kind === 'leave' ? exit.url : null,
    ...(service && { permission: service.permission }),
    now: now(),
  }
}

/** Facts about this visit's service. */
export function serviceFacts(): Facts {
  const { service_info, welcome } = useWelcome.getState()
  return facts(service_info, welcome?.callback_url)
}

/** Facts about a service that an entry has just loaded, before it is stored. */
export const factsOf = (service: Answer<ServiceInfo>): Facts => facts(service.ok ? service.data : null)
