// Screens, "Entry": going back to the service leaves the visit, and what this tab holds of it goes.
import { endVisit } from '../effects/session'
import { useTexts } from '../i18n/texts'
import { TextLink } from '../ui/TextLink'

type Props = { href: string; button?: 'main' | 'plain' }

export function ServiceLink({ href, button }: Props) {
  const { t } = useTexts()
  return (
    <TextLink href={href} onFollow={() => endVisit({ signedIn: false })} {...(button && { button })}>
      {t('info.backToService')}
    </TextLink>
  )
}
