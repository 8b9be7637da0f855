import type { ComponentProps, ReactNode } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'
import type { Path } from '../../rules/visit/paths.ts'

type Props = { to: Path; children: ReactNode } & Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'children'>

/** A link to a page of the account, with more in it than words. */
export function PageLink({ to, children, ...link }: Props) {
  return (
    <a {...link} href={useHref(to)} onClick={useLinkClickHandler(to)}>
      {children}
    </a>
  )
}
