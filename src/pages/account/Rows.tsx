// What the sections are made of: a part with its heading, and the rows of a part with their state and their actions.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../ui/shell/LoadFailed.tsx'
import { Slow } from '../../ui/Slow.tsx'

type PartProps = { id: string; title: string; lead?: ReactNode; children: ReactNode }

/** A part of a section, named by its heading. */
export const Part = ({ id, title, lead, children }: PartProps) => (
  <section className="part" aria-labelledby={id}>
    <h2 id={id} tabIndex={-1}>
      {title}
    </h2>
    {lead && <p className="lead">{lead}</p>}
    {children}
  </section>
)

type ListProps<T> = {
  list: { data: T[] | null; failed: boolean; retry: () => void }
  empty: string
  children: (rows: T[]) => ReactNode
}

/** A list that is coming, has failed, is empty, or is here. */
export function Listed<T>({ list: { data, failed, retry }, empty, children }: ListProps<T>) {
  const { t } = useTranslation()
  if (data === null && failed) return <LoadFailed text="account.listFailed" onRetry={retry} />
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
  return data.length === 0 ? <p className="empty">{empty}</p> : children(data)
}
