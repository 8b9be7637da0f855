// Spec §8, what refusals and titles say: the service in the language of now, and the time.
import { currentLocale } from '../i18n/languages'
import { displayName } from '../rules/locale'
import { serviceUrl } from '../rules/service'
import { useWelcome } from '../stores/welcome'
import type { Answer } from '../wire/answer'
import type { ServiceInfo } from '../wire/welcome'
import { now } from './clock'
import { exitOf } from './leave'

type Facts = { serviceName: string; serviceUrl: string | null; now: number }
function facts(service: ServiceInfo | null, callback_url?: string): Facts {
  const exit = exitOf(serviceUrl(service, callback_url) ?? '')
  return {
    serviceName: service ? displayName(service, currentLocale()) : '',
    // A link out is judged as a location is.
    serviceUrl: exit?.kind === 'leave' ? exit.url : null,
    now: now(),
  }
}

/** Of the service of this visit. */
export function serviceFacts(): Facts {
  const { service_info, welcome } = useWelcome.getState()
  return facts(service_info, welcome?.callback_url)
}

/** Of a service that was just heard of, at an entry: nothing is stored of it yet. */
export const factsOf = (service: Answer<ServiceInfo>): Facts => facts(service.ok ? service.data : null)
