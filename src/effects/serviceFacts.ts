// Spec §8, the service as refusals and titles name it: in the language of now.
import { currentLocale } from '../i18n/start'
import { displayName } from '../rules/locale'
import { serviceUrl } from '../rules/service'
import { useWelcome } from '../stores/welcome'

export function serviceFacts(): { serviceName: string; serviceUrl: string | null } {
  const { service_info, welcome } = useWelcome.getState()
  return {
    serviceName: service_info ? displayName(service_info, currentLocale()) : '',
    serviceUrl: serviceUrl(service_info, welcome?.callback_url),
  }
}
