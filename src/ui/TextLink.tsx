import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Path } from '../rules/paths'

type Props = { children: ReactNode; button?: 'main' | 'plain' } & (
  { to: Path; query?: Record<string, string>; onFollow?: () => void } | { href: string; newTab?: boolean }
)

/** A link to a page of this app (`to`), or out of it (`href`); drawn as text, or as a button where it is the action of a page. */
export function TextLink({ children, button, ...target }: Props) {
  const { t } = useTranslation()
  const className = button === 'main' ? 'button' : button === 'plain' ? 'button plain' : undefined
  if ('to' in target)
    return (
      <Link
        className={className}
        to={{ pathname: target.to, search: new URLSearchParams(target.query).toString() }}
        onClick={target.onFollow}
      >
        {children}
      </Link>
    )
  const apart = target.newTab && { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <a className={className} href={target.href} {...apart}>
      {children}
      {apart && <span className="hidden"> ({t('common.newTab')})</span>}
    </a>
  )
}
