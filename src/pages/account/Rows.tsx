// What the sections are made of: a part with its heading, and the rows of a part with their state and their actions.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../ui/shell/LoadFailed.tsx'
import { Slow } from '../../ui/Slow.tsx'
import { bySentence } from '../../ui/bySentence.tsx'

type PartProps = { id: string; title: string; lead?: string; children: ReactNode }

/** A part of a section, named by its heading. */
export const Part = ({ id, title, lead, children }: PartProps) => (
  <section className="part" aria-labelledby={id}>
    <h2 id={id} tabIndex={-1}>
      {title}
    </h2>
    {lead && <p className="lead">{bySentence(lead)}</p>}
    {children}
  </section>
)

type Fact = { name: string; value: string | null | undefined }

/** What is known of an item below its name, each fact with its label. Facts without a value are left out; without any fact nothing is shown. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(({ value }) => value)
  if (known.length === 0) return null
  return (
    <dl className="facts">
      {known.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

type ListProps<T> = {
  list: { data: T[] | null; failed: boolean; isRetrying: boolean; retry: () => void }
  empty: string
  children: (rows: T[]) => ReactNode
}

/** The list did not come. When it has come after all, the pressed button is gone, and the heading above the list gets the focus. */
function Failed({ isRetrying, retry }: Pick<ListProps<unknown>['list'], 'isRetrying' | 'retry'>) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    return () => {
      if (!current?.contains(document.activeElement)) return
      const heading = current.closest('.part')?.querySelector('h2') ?? document.getElementById('title')
      heading?.focus()
    }
  }, [])
  return (
    <div ref={box}>
      <LoadFailed text="account.listFailed" busy={isRetrying} onRetry={retry} />
      {isRetrying && <Slow busy />}
    </div>
  )
}

/** A list that is coming, has failed, is empty, or is here. One that could not be read again after a change says so, above what it was. */
export function Listed<T>({ list: { data, failed, ...again }, empty, children }: ListProps<T>) {
  const { t } = useTranslation()
  if (data === null && failed) return <Failed {...again} />
  if (data === null)
    return (
      <div aria-busy="true">
        <p className="hidden" role="status">
          {t('common.loading')}
        </p>
        <div className="stack tight">
          <div className="bone row" />
          <div className="bone row" />
        </div>
        <Slow busy />
      </div>
    )
  return (
    <>
      {failed && <Failed {...again} />}
      {data.length === 0 ? <p className="empty">{empty}</p> : children(data)}
    </>
  )
}
