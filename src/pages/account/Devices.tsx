// Screens, /account/devices: where the member is signed in. One can be ended, or all others.
import { useTranslation } from 'react-i18next'
import { accountSessions, endSession } from '../../api/account.ts'
import { now } from '../../effects/browser/clock.ts'
import { formatAgo, formatDay } from '../../i18n/dates.ts'
import { formatList } from '../../i18n/formats.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { showToast } from '../../stores/screen.ts'
import type { SessionRow } from '../../../contract/shapes/account.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Slow } from '../../ui/Slow.tsx'
import { Facts, Listed } from './Rows.tsx'
import { end } from './session.ts'
import { useAction } from './useAction.ts'
import { useEndOthers } from './useEndOthers.ts'
import { useList } from './useList.ts'

type ItemProps = { row: SessionRow; onEnded: () => void }

function Device({ row, onEnded }: ItemProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { busy, error, remove, press } = useAction()
  const { id, browser, system, place, current, services } = row
  const signOut = () =>
    remove(
      (session) => endSession(session, id),
      () => {
        if (current) return end('signedOut')
        showToast('account.deviceEnded', 'success')
        document.getElementById('title')?.focus()
        onEnded()
      },
    )
  const facts = [
    { name: t('account.place'), value: place },
    { name: t('account.lastUsed'), value: current ? null : formatAgo(locale, row.last_used_at, now()) },
    { name: t('account.signedInOn'), value: formatDay(locale, row.signed_in_at) },
    { name: t('account.deviceServices'), value: formatList(locale, services) },
  ]
  return (
    <li className="item">
      <div className="item-head">
        <p className="item-title" id={`device-${id}`}>
          <bdi>{`${browser}\u00a0· ${system}`}</bdi>{' '}
          {current && <span className="badge">{t('account.thisBrowser')}</span>}
        </p>
        <Button
          id={`end-${id}`}
          plain
          small
          {...press}
          aria-labelledby={`end-${id} device-${id}`}
          onClick={() => void signOut()}
        >
          {t('account.signOut')}
        </Button>
      </div>
      <Facts facts={facts} />
      <FormAlert error={error} />
      {busy && <Slow busy />}
    </li>
  )
}

/** This browser first, and then the one that was used last. */
const inOrder = (rows: readonly SessionRow[]) =>
  [...rows].sort(
    (one, other) => Number(other.current) - Number(one.current) || other.last_used_at.localeCompare(one.last_used_at),
  )

export function DevicesPage() {
  const { t } = useTranslation()
  const list = useList(accountSessions)
  const { busy, error, press, endOthers } = useEndOthers(() => {
    document.getElementById('title')?.focus()
    list.retry()
  })
  const others = (list.data ?? []).filter(({ current }) => !current)

  return (
    <>
      <p>{t('account.devicesLead')}</p>
      <Listed list={list} empty={t('account.devicesNone')}>
        {(rows) => (
          <ul className="items">
            {inOrder(rows).map((row) => (
              <Device key={row.id} row={row} onEnded={list.retry} />
            ))}
          </ul>
        )}
      </Listed>
      <FormAlert error={error} />
      {others.length > 0 && (
        <Button plain {...press} onClick={() => void endOthers()}>
          {t('account.endOthers')}
        </Button>
      )}
      {busy && <Slow busy />}
      {list.data?.some(({ place }) => place) && <p className="note">{t('account.devicesNote')}</p>}
    </>
  )
}
