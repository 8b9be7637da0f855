// Spec §4, the ways out of the login form: a lost ID, a lost password, and the join.
import { useTexts } from '../../i18n/texts.tsx'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { type Path, paths } from '../../rules/visit/paths.ts'
import { canJoin } from '../../rules/visit/service.ts'
import { getSettings } from '../../stores/settings.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { TextLink } from '../../ui/TextLink.tsx'

export function LoginLinks({ onFollow }: { onFollow: () => void }) {
  const { t } = useTexts()
  const welcome = useWelcome((state) => state.welcome)
  // A text until the answer makes it a link: without a welcome every page behind it is closed.
  const way = (to: Path, text: MessageKey, className = 'link') =>
    welcome ? (
      <TextLink to={to} onFollow={onFollow}>
        {t(text)}
      </TextLink>
    ) : (
      <span className={className}>{t(text)}</span>
    )
  return (
    <nav className="links" aria-label={t('login.other')}>
      {way(paths.identifyMyId, 'login.findId')}
      {way(paths.identifyPassword, 'login.forgot')}
      {(!welcome || canJoin(welcome.client_id, getSettings()?.VITE_JOIN_CLIENT_IDS ?? [])) &&
        way(paths.join, 'login.join', 'link if-join')}
    </nav>
  )
}
