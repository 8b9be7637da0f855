// Contract, /resolve: the state of the account, and the actions that continue.
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { policyUrl } from '../../effects/browser/policyUrl.ts'
import { leaveAccount } from '../../effects/session/leaveAccount.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { leaveVisit } from '../../effects/session/session.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { WhoChip } from '../../profile/WhoChip.tsx'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { type Path, paths } from '../../rules/visit/paths.ts'
import { accountScreen, type StateAction } from '../../rules/visit/resolve.ts'
import { forgetStep, useLogin } from '../../stores/login.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { ServiceLink } from '../../ui/ServiceLink.tsx'
import { StatePage } from '../../ui/StatePage.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

type Way = (look: { button?: 'main' }) => ReactNode

export default function AccountStatePage() {
  const { t } = useTranslation()
  const locale = useLocale()
  const welcome = useWelcome((state) => state.welcome)
  // The page does not change while it is left: the step is dropped before the next page appears.
  const [screen] = useState(() => accountScreen(useLogin.getState().matcher_type))
  const { serviceUrl } = serviceFacts()
  if (!screen) return null

  const transaction = welcome && { transaction_id: welcome.transaction_id, state: welcome.state }
  const inside =
    (to: Path, text: MessageKey, onFollow: () => void, query?: Record<string, string>): Way =>
    (look) => (
      <TextLink to={to} onFollow={onFollow} {...(query && { query })} {...look}>
        {t(text)}
      </TextLink>
    )
  const outside =
    (href: string, text: MessageKey): Way =>
    (look) => (
      <TextLink href={href} {...look}>
        {t(text)}
      </TextLink>
    )
  const ways: Record<StateAction, Way | null> = {
    service: serviceUrl ? (look) => <ServiceLink href={serviceUrl} onLeave={leaveVisit} {...look} /> : null,
    signIn: welcome && inside(paths.login, 'state.signIn', forgetStep),
    other: welcome && inside(paths.login, 'resolve.otherAccount', leaveAccount),
    resetPassword: welcome && inside(paths.identifyPassword, 'modal.findPassword', forgetStep),
    findId: welcome && inside(paths.identifyMyId, 'state.findId', forgetStep),
    contact: outside(policyUrl('support', locale), 'state.contact'),
    invitation: transaction && inside(paths.initSignUp, 'state.accept', forgetStep, transaction),
  }
  // Every state has a link back to the service. A step of /mobileVerify knows neither a service nor a login form: there support helps.
  const actions = new Set<StateAction>([...screen.actions, 'service', ...(welcome ? [] : (['contact'] as const))])
  const shown = [...actions].flatMap((action) => ways[action] ?? [])

  return (
    <StatePage drawing={screen.drawing} title={t(screen.title)} text={t(screen.text)} above={<WhoChip />}>
      {shown.map((way, at) => (
        <Fragment key={at}>{way(at === 0 ? { button: 'main' } : {})}</Fragment>
      ))}
    </StatePage>
  )
}
