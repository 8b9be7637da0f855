import { useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from './CopyButton.tsx'

/** The time in Korea, which has no summer time: nine hours after UTC. `Intl` names the zone differently in each browser. */
const koreanTime = (at: Date): string =>
  `${new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')} KST`

/** The reference of a failure and the time at which it is shown first, with a button that copies both, the time in UTC and in Korea. It is in the first load, like the broken page. */
export function Reference({ id }: { id: string }) {
  const { t, locale } = useTexts()
  const [at] = useState(() => new Date())
  // British English, as in i18n/dates.ts. The other languages have no British form.
  const time = at.toLocaleString(`${locale}-GB`, { dateStyle: 'medium', timeStyle: 'long' })
  return (
    <p className="reference">
      <span>
        <span>{t('shell.reference')}</span> <code>{id}</code>
      </span>
      <CopyButton text={`${id} ${at.toISOString()} (${koreanTime(at)})`} />
      <time dateTime={at.toISOString()}>{time}</time>
    </p>
  )
}
