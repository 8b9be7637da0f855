import { useLocale } from '../../i18n/useLocale'
import PrivacyPolicyPage from './PrivacyPolicyPage'

export default function PrivacyPolicyRoute() {
  return <PrivacyPolicyPage locale={useLocale()} />
}
