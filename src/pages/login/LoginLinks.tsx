// Spec §4, the ways out of the login form: a lost ID, a lost password, and the join.
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../rules/visit/paths.ts'
import { canJoin } from '../../rules/visit/service.ts'
import { getSettings } from '../../stores/settings.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { TextLink } from '../../ui/TextLink.tsx'

export function LoginLinks({ onForgot }: { onForgot: () => void }) {
  const { t } = useTexts()
  const welcome = useWelcome((state) => state.welcome)
  return (
    <nav className="links" aria-label={t('login.other')}>
      <TextLink to={paths.identifyMyId} onFollow={onForgot}>
        {t('login.findId')}
      </TextLink>
      <TextLink to={paths.identifyPassword} onFollow={onForgot}>
        {t('login.forgot')}
      </TextLink>
      {welcome ? (
        canJoin(welcome.client_id, getSettings()?.VITE_JOIN_CLIENT_IDS ?? []) && (
          <TextLink to={paths.join}>{t('login.join')}</TextLink>
        )
      ) : (
        // A text until the answer makes it a link: without a welcome no join can begin.
        <span className="link if-join">{t('login.join')}</span>
      )}
    </nav>
  )
}
