// Screens, "Entry": the way back to the service, for every page that has one.
import { useTranslation } from 'react-i18next'
import { TextLink } from './TextLink.tsx'

type Props = {
  href: string
  /** Going back ends the visit. */
  onLeave: () => void
  button?: 'main' | 'plain'
}

export function ServiceLink({ href, onLeave, button }: Props) {
  const { t } = useTranslation()
  return (
    <TextLink href={href} onFollow={onLeave} {...(button && { button })}>
      {t('info.backToService')}
    </TextLink>
  )
}
