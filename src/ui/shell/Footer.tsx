import { useTexts } from '../../i18n/texts.tsx'
import { TextLink } from '../TextLink.tsx'

type Props = {
  links: readonly { text: string; href: string }[]
  /** No further link will come. Until then the links are out of sight, or each late one would move the others. */
  complete: boolean
}

/** Support, policies and terms. They open in a new tab, so that typed text stays. */
export function Footer({ links, complete }: Props) {
  const { t } = useTexts()
  return (
    <footer className={complete ? 'footer complete' : 'footer'}>
      <nav aria-label={t('shell.footer')}>
        <ul>
          {links.map(({ text, href }) => (
            <li key={href}>
              <TextLink href={href} newTab>
                {text}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}
