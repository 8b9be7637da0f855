// Contract, /resolve: how the account stands, and the ways on.
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serviceFacts } from '../../effects/serviceFacts'
import { useLocale } from '../../i18n/useLocale'
import { type Path, paths } from '../../rules/paths'
import { accountScreen, type StateAction } from '../../rules/resolve'
import { dropSecondStep, useLogin } from '../../stores/login'
import { useWelcome } from '../../stores/welcome'
import { StatePage } from '../../ui/StatePage'
import { TextLink } from '../../ui/TextLink'

export default function AccountStatePage() {
  const { t } = useTranslation()
  const locale = useLocale()
  const welcome = useWelcome((state) => state.welcome)
  // The page stays as it is while it is left: the step is forgotten before the next page is there.
  const [screen] = useState(() => accountScreen(useLogin.getState().matcher_type))
  const { serviceName, serviceUrl } = serviceFacts()
  if (!screen) return null

  const transaction = welcome && { transaction_id: welcome.transaction_id, state: welcome.state }
  const inside = (to: Path, text: ReactNode, query?: Record<string, string> | null) => ({
    text,
    link: { to, onFollow: dropSecondStep, ...(query && { query }) },
  })
  const ways: Record<StateAction, { text: ReactNode; link: { to: Path } | { href: string } } | null> = {
    service: serviceUrl ? { text: t('info.backToService'), link: { href: serviceUrl } } : null,
    signIn: inside(paths.login, t('state.signIn')),
    other: inside(paths.login, t('resolve.otherAccount')),
    resetPassword: inside(paths.identifyPassword, t('modal.findPassword')),
    findId: inside(paths.identifyMyId, t('state.findId')),
    contact: { text: t('state.contact'), link: { href: `/policies/support.${locale}.html` } },
    invitation: transaction && inside(paths.initSignUp, t('state.accept'), transaction),
  }
  // Whatever the state is, the service can be gone back to.
  const actions = screen.actions.includes('service') ? screen.actions : [...screen.actions, 'service' as const]
  const shown = actions.flatMap((action) => ways[action] ?? [])

  return (
    <StatePage
      drawing={screen.drawing}
      title={t(screen.title)}
      text={t(screen.text, { service: serviceName || t('state.theService') })}
    >
      {shown.map(({ text, link }, at) => (
        <TextLink key={at} {...link} {...(at < 2 && { button: at === 0 ? 'main' : 'plain' })}>
          {text}
        </TextLink>
      ))}
    </StatePage>
  )
}
