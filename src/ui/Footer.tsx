import { useTexts } from '../i18n/texts'
import { TextLink } from './TextLink'

/** Support, policies and terms. They open in a new tab, so that typed text stays. */
export function Footer({ links }: { links: readonly { text: string; href: string }[] }) {
  const { t } = useTexts()
  return (
    <footer className="footer">
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
