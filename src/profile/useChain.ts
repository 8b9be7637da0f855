// Where in the chain of pending steps a page stands, and what comes after it.
import { useTranslation } from 'react-i18next'
import type { MessageKey } from '../rules/texts/messages.ts'
import { useLogin } from '../stores/login.ts'
import type { StepsProps } from '../ui/Steps.tsx'

/**
 * What comes after a step. Not every step is named: the browser may skip a passkey without a question, and a join counts its own steps.
 */
const nextNames = new Map<string, MessageKey>([
  ['ADMIN_CERTIFICATION_CHECK', 'sms.title'],
  ['ADD_TERMS_AGREEMENT', 'resolve.stepTerms'],
  ['CONSENT_RELYING_PARTY', 'resolve.stepNickname'],
  ['SERVICE_ADD_INFO', 'resolve.stepInfo'],
  ['REQUIRED_CHANGE_PWD', 'resolve.stepPassword'],
  ['RECOMMENDED_CHANGE_PWD', 'resolve.stepPassword'],
])

/**
 * "2 / 3", the step's name and the next one's, where the chain is known to have more than one.
 * @param after the page that follows within the same step
 */
export function useChain(name: MessageKey, after?: MessageKey): StepsProps | undefined {
  const { t } = useTranslation()
  const progress = useLogin((login) => login.step?.progress)
  if (!progress || progress.total < 2) return undefined
  const next = after ?? nextNames.get(progress.next ?? '')
  return { ...progress, name: t(name), next: next && t(next) }
}
