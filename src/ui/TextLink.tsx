import type { MouseEvent, ReactNode } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'
import { useTexts } from '../i18n/texts.tsx'
import type { Path } from '../rules/visit/paths.ts'

/** `onFollow` runs only when this tab itself follows the link. */
type Inside = { to: Path; query?: Record<string, string>; onFollow?: () => void }
type Outside = { href: string; newTab?: boolean; onFollow?: () => void }
type Props = { children: ReactNode; button?: 'main' | 'plain' } & (Inside | Outside)

/** A link to a page of this app (`to`) or out of it (`href`). Drawn as text, or as a button for a page's main action. */
export function TextLink({ children, button, ...target }: Props) {
  const { t } = useTexts()
  const className = button === 'main' ? 'button' : button === 'plain' ? 'button plain' : undefined
  if ('to' in target)
    return (
      <PageLink className={className} {...target}>
        {children}
      </PageLink>
    )
  const apart = target.newTab && { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <a className={className} href={target.href} onClick={onPlainClick(target.onFollow)} {...apart}>
      <span>{children}</span>
      {apart && <span className="hidden">{` (${t('common.newTab')})`}</span>}
    </a>
  )
}

/** A click with a modifier key opens the address elsewhere, so this tab must keep its state. */
export const onPlainClick =
  (onFollow: (() => void) | undefined) =>
  ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): void => {
    if (button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey) onFollow?.()
  }

type PageLinkProps = Inside & { className: string | undefined; children: ReactNode }

/** NOTE: the router's own Link brings 1.5 kB of prefetching into the first load, which nothing here uses. */
function PageLink({ to, query, onFollow, className, children }: PageLinkProps) {
  const place = { pathname: to, search: new URLSearchParams(query).toString() }
  const follow = useLinkClickHandler(place)
  return (
    <a
      className={className}
      href={useHref(place)}
      onClick={(event) => {
        onPlainClick(onFollow)(event)
        follow(event)
      }}
    >
      {children}
    </a>
  )
}
