// Screens, /account/activity: sign-ins and changes of 90 days in words, day by day, and "this was not me".
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountActivity, reportActivity, type SessionName } from '../../api/account.ts'
import { formatDay, formatTime } from '../../i18n/dates.ts'
import { formatList } from '../../i18n/formats.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { activityNames, activityWords, isReportable, PAGE_ROWS, withNextPage } from '../../rules/account/activity.ts'
import { openModal } from '../../stores/screen.ts'
import { ACTIVITIES, type ActivityRow } from '../../../contract/shapes/account.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Slow } from '../../ui/Slow.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { Facts, Listed } from './Rows.tsx'
import { end } from './session.ts'
import { type Action, useAction } from './useAction.ts'
import { useList } from './useList.ts'

function Line({ row, report }: { row: ActivityRow; report: Action }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { text, service, methods, isWarning } = activityWords(row)
  const how = formatList(
    locale,
    methods.map((method) => t(method)),
  )

  async function notMe() {
    if ((await openModal({ name: 'confirm', text: 'account.notMeConfirm' })) !== 'ok') return
    await report.run(
      (session) => reportActivity(session, row.id),
      () => end('reported'),
    )
  }

  const facts = [
    { name: t('account.atService'), value: service ? null : row.service },
    { name: t('account.withBrowser'), value: row.browser },
    { name: t('account.place'), value: row.place },
  ]
  return (
    <li className="item">
      <div className="item-head">
        <p id={`activity-${row.id}`} className={isWarning ? 'item-title warning' : 'item-title'}>
          {isWarning && <Icon name="alert" />}
          <span>{t(text, { ...(service && { where: service }), ...(how && { how }) })}</span>
        </p>
        <time dateTime={row.at}>{formatTime(locale, Date.parse(row.at))}</time>
      </div>
      <div className="item-head">
        <Facts facts={facts} />
        {isReportable(row) && (
          <TextButton
            id={`not-me-${row.id}`}
            aria-labelledby={`not-me-${row.id} activity-${row.id}`}
            incomplete={report.busy || report.press.incomplete}
            onClick={() => void notMe()}
          >
            {t('account.notMe')}
          </TextButton>
        )}
      </div>
    </li>
  )
}

/** The rows of each day, in the order of the rows. */
function byDay(rows: readonly ActivityRow[], dayOf: (row: ActivityRow) => string): [string, ActivityRow[]][] {
  const days = new Map<string, ActivityRow[]>()
  for (const row of rows) days.set(dayOf(row), [...(days.get(dayOf(row)) ?? []), row])
  return [...days]
}

/** The rows of one kind, page by page. */
function Lines({ event }: { event: string }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const first = useList(
    useCallback(
      (session: SessionName, left: AbortSignal) => accountActivity(session, event ? { event } : {}, left),
      [event],
    ),
  )
  const [further, setFurther] = useState<{ rows: ActivityRow[]; isLast: boolean }>({ rows: [], isLast: false })
  const more = useAction()
  const report = useAction()
  const rows = withNextPage(first.data ?? [], further.rows)
  const hasMore = (first.data?.length ?? 0) >= PAGE_ROWS && !further.isLast

  const loadMore = () =>
    more.run(
      (session) => accountActivity(session, { ...(event && { event }), before: rows.at(-1)?.at ?? '' }),
      (next) => setFurther((known) => ({ rows: withNextPage(known.rows, next), isLast: next.length < PAGE_ROWS })),
    )

  return (
    <Listed list={first} empty={t(event ? 'account.activityNoneOfKind' : 'account.activityNone')}>
      {() => (
        <>
          <FormAlert error={report.error} />
          {byDay(rows, (row) => formatDay(locale, row.at)).map(([day, lines]) => (
            <section key={day} className="day">
              <h2>{day}</h2>
              <ul className="items">
                {lines.map((row) => (
                  <Line key={row.id} row={row} report={report} />
                ))}
              </ul>
            </section>
          ))}
          <FormAlert error={more.error} />
          {hasMore && (
            <Button plain {...more.press} onClick={() => void loadMore()}>
              {t('account.more')}
            </Button>
          )}
          {(more.busy || report.busy) && <Slow busy />}
        </>
      )}
    </Listed>
  )
}

export function ActivityPage() {
  const { t } = useTranslation()
  const [event, setEvent] = useState('')
  return (
    <>
      <p>{t('account.activityText')}</p>
      <SelectField
        name="event"
        label={t('account.filter')}
        value={event}
        onChange={({ target }) => setEvent(target.value)}
        choices={[
          { value: '', text: t('account.filterAll') },
          ...ACTIVITIES.map((value) => ({ value, text: t(activityNames[value]) })),
        ]}
      />
      <Lines key={event} event={event} />
    </>
  )
}
