// ASVS 7.4.3: whoever has changed how the account is opened may sign all other browsers out. A new password signs them out by itself
// (docs/decisions/0040).
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountSessions } from '../../../api/account.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { Slow } from '../../../ui/Slow.tsx'
import { useEndOthers } from '../useEndOthers.ts'
import { useList } from '../useList.ts'

type Props = { focus: string; onDone: () => void }

/** Nothing, where the member is signed in in this browser alone. */
function Offer({ focus, onDone }: Props) {
  const { t } = useTranslation()
  const sessions = useList(accountSessions)
  const { busy, error, press, endOthers } = useEndOthers(() => {
    document.getElementById(focus)?.focus()
    onDone()
  })
  if (!sessions.data?.some(({ current }) => !current)) return null
  return (
    <div className="setting-form stack tight">
      <p role="status">{t('account.othersOpen')}</p>
      <FormAlert error={error} />
      <Button plain {...press} onClick={() => void endOthers()}>
        {t('account.endOthers')}
      </Button>
      {busy && <Slow busy />}
    </div>
  )
}

/** The parts of the page after whose change the offer is made, and what has the focus when it was taken. */
const PARTS = {
  factor: 'factor-part-change',
  phone: 'phone-part-change',
  email: 'email-part-change',
  passkeys: 'passkeys-part',
} as const
type Part = keyof typeof PARTS

/**
 * @returns `at`: the offer, in the part that was changed last. `changed` makes it, anew after each change; `ended` takes it back, because the other browsers
 *   are signed out already
 */
export function useOffer() {
  const [last, setLast] = useState<{ part: Part; count: number } | null>(null)
  const ended = () => setLast(null)
  const changed = (part: Part) => setLast((before) => ({ part, count: (before?.count ?? 0) + 1 }))
  const at = (part: Part): ReactNode =>
    last?.part === part && <Offer key={last.count} focus={PARTS[part]} onDone={ended} />
  return { at, changed, ended }
}
