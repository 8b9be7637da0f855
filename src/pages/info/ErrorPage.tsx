// Spec §2, /error and /error/{code}: what happened, what to do, and the links that continue.
import { useTranslation } from 'react-i18next'
import { leaveVisit } from '../../effects/session/session.ts'
import { waitText } from '../../rules/codes/wait.ts'
import { ERROR_REASONS, type ErrorReason } from '../../rules/visit/outcome.ts'
import { paths, type Path } from '../../rules/visit/paths.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { DrawingName } from '../../ui/Drawing.tsx'
import { ServiceLink } from '../../ui/ServiceLink.tsx'
import { StatePage } from '../../ui/StatePage.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { listedServices, Services, SupportLink } from './Services.tsx'

export type ErrorKind = '403' | '404' | '500' | '503' | 'general' | Exclude<ErrorReason, 'unavailable'>
export type Health = 'checking' | 'up' | 'down'

type Props = {
  kind: ErrorKind
  /** The way back to the partner service, when it is known. */
  serviceUrl?: string | null
  /** Where signing in begins again, when this visit still allows it. */
  again?: Path | null
  /** Whether the server answers, and what to do once it does: for failures of the server. */
  health?: Health
  onRetry?: () => void
  /** Seconds until it may be tried again. */
  wait?: number
  /** This is the browser of an app, such as a messenger. */
  inApp?: boolean
  reference?: string
}

/** `startsOver`: its text says that signing in begins at the service. `ofApp`: the browser of an app can be the cause. */
type Screen = { drawing: DrawingName; title: MessageKey; text: MessageKey; startsOver?: true; ofApp?: true }
const screens: Record<ErrorKind, Screen> = {
  '403': { drawing: 'locked', title: 'error.403', text: 'error.403Text', startsOver: true },
  '404': { drawing: 'missing', title: 'error.404', text: 'error.404Text' },
  '500': { drawing: 'works', title: 'error.500', text: 'error.500Text' },
  '503': { drawing: 'works', title: 'error.503', text: 'error.503Text' },
  general: { drawing: 'works', title: 'error.general', text: 'error.generalText', startsOver: true },
  expired: { drawing: 'clock', title: 'error.expired', text: 'error.expiredText', startsOver: true, ofApp: true },
  ended: { drawing: 'clock', title: 'error.ended', text: 'error.endedText', startsOver: true },
  unanswered: { drawing: 'works', title: 'error.unanswered', text: 'error.unansweredText' },
  unreachable: { drawing: 'works', title: 'error.unanswered', text: 'error.unreachableText' },
  stale: { drawing: 'path', title: 'error.stale', text: 'error.staleText', startsOver: true },
  untrusted: { drawing: 'shield', title: 'error.untrusted', text: 'error.untrustedText', startsOver: true },
  tooMany: { drawing: 'clock', title: 'error.tooMany', text: 'error.tooManyText' },
  cookies: { drawing: 'locked', title: 'error.cookies', text: 'error.cookiesText', startsOver: true, ofApp: true },
}
const healthTexts: Record<Health, MessageKey> = {
  checking: 'error.checking',
  up: 'error.up',
  down: 'error.down',
}

/** The error page for a code and a reason. Unknown values give the general page. */
export function errorKind(code: string | null | undefined, reason: string | null | undefined): ErrorKind {
  if (reason === 'unavailable') return '503'
  const known = ERROR_REASONS.find((one) => one === reason)
  if (known && known !== 'unavailable') return known
  return code === '403' || code === '404' || code === '500' || code === '503' ? code : 'general'
}

type Way = 'retry' | 'again' | 'service' | 'listed' | 'support'

/** What the member does next: the only button of the page. Null: several services are listed, and none of them comes first. */
function mainWay({ kind, serviceUrl, again, onRetry, listed }: Props & { listed: number }): Way | null {
  // Without a cause that can be repeated, the text sends the member to the service.
  if (onRetry && !(kind === 'general' && serviceUrl)) return 'retry'
  if (again && (kind === 'unanswered' || !serviceUrl)) return 'again'
  if (serviceUrl) return 'service'
  return listed === 1 ? 'listed' : listed === 0 ? 'support' : null
}

export default function ErrorPage({ kind, serviceUrl, again, health, onRetry, wait = 0, inApp, reference }: Props) {
  const { t } = useTranslation()
  const { drawing, title, text, startsOver = false, ofApp = false } = screens[kind]
  const services = serviceUrl ? [] : listedServices()
  const main = mainWay({ kind, serviceUrl, again, onRetry, listed: services.length })
  const look = (way: Way) => (main === way ? { button: 'main' as const } : {})
  const toSignIn = again && (
    <TextLink to={again} {...look('again')}>
      {t('error.again')}
    </TextLink>
  )
  const retry = {
    incomplete: wait > 0 || (health !== undefined && health !== 'up'),
    onClick: onRetry,
    children: t('error.retry') + waitText(wait),
    ...(health && { 'aria-describedby': 'health' }),
  }
  // Beside what it is about.
  const tellsHealth = health && (
    // Beside a link it says only why the link is shut: the link itself shows that it may be tried.
    <p role="status" className={main === 'retry' || health === 'down' ? 'health' : 'hidden'} id="health">
      {t(healthTexts[health])}
    </p>
  )

  return (
    <StatePage drawing={drawing} title={t(title)} text={t(text)} reference={reference}>
      {inApp && ofApp && (
        <p className="reference">
          <span>{t('error.inApp')}</span>
          {serviceUrl && (
            <>
              <bdi>{serviceUrl}</bdi>
              <CopyButton text={serviceUrl} />
            </>
          )}
        </p>
      )}
      {main === 'retry' && tellsHealth}
      {main === 'retry' && <Button {...retry} />}
      {main === 'again' && toSignIn}
      {serviceUrl && <ServiceLink href={serviceUrl} onLeave={leaveVisit} {...look('service')} />}
      {main !== 'retry' && tellsHealth}
      {main !== 'retry' && onRetry && <TextButton {...retry} />}
      {main !== 'again' && toSignIn}
      {!serviceUrl && (
        <>
          {!startsOver && services.length === 0 && <p>{t('error.noService')}</p>}
          <Services {...look('listed')} />
          <nav className="choices column" aria-label={t('info.help')}>
            <SupportLink {...look('support')} />
            <TextLink to={paths.about}>{t('title.about')}</TextLink>
          </nav>
        </>
      )}
    </StatePage>
  )
}
