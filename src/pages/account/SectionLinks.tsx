// The way back to the overview, and on a wide screen also the ways to the other sections.
import { useTranslation } from 'react-i18next'
import { type SectionName, sections } from '../../rules/account/sections.ts'
import { paths } from '../../rules/visit/paths.ts'
import { LineIcon } from '../../ui/Icon.tsx'
import { SectionIcon } from './SectionIcon.tsx'
import { PageLink } from './PageLink.tsx'

export function SectionLinks({ here }: { here: SectionName }) {
  const { t } = useTranslation()
  return (
    <nav className="section-links" aria-label={t('account.sections')}>
      <PageLink to={paths.account} className="back">
        <LineIcon path="M14.5 6l-6 6l6 6" />
        <span>{t('title.account')}</span>
      </PageLink>
      <ul>
        {sections.map(({ name, path, title }) => (
          <li key={name}>
            <PageLink to={path} {...(name === here && { 'aria-current': 'page' })}>
              <SectionIcon name={name} />
              <span>{t(title)}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
