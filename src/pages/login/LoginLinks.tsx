// Spec §4, the ways out of the login form: a lost ID, a lost password, and the join.
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../rules/visit/paths.ts'
import { canJoin } from '../../rules/visit/service.ts'
import { getSettings } from '../../stores/settings.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { TextLink } from '../../ui/TextLink.tsx'

const ways = [
  [paths.identifyMyId, 'login.findId', 'link'],
  [paths.identifyPassword, 'login.forgot', 'link'],
  [paths.join, 'login.join', 'link if-join'],
] as const

export function LoginLinks({ onFollow }: { onFollow: () => void }) {
  const { t } = useTexts()
  const welcome = useWelcome((state) => state.welcome)
  const offered =
    !welcome || canJoin(welcome.client_id, getSettings()?.VITE_JOIN_CLIENT_IDS ?? []) ? ways : ways.slice(0, 2)
  return (
    <nav className="links" aria-label={t('login.other')}>
      {offered.map(([to, text, className]) =>
        welcome ? (
          <TextLink key={to} to={to} onFollow={onFollow}>
            {t(text)}
          </TextLink>
        ) : (
          // A text until the answer makes it a link: without a welcome every page behind it is closed.
          <span key={to} className={className}>
            {t(text)}
          </span>
        ),
      )}
    </nav>
  )
}
