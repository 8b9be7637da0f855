// Contract, "Account": the member leaves. Says before what is deleted, and what is kept, why and for how long.
import * as z from 'zod/mini'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leave } from '../../../api/account.ts'
import { useFieldForm } from '../../../effects/forms/useFieldForm.ts'
import { usePerform } from '../../../effects/perform/usePerform.ts'
import { formatUnits } from '../../../i18n/formats.ts'
import { useLocale } from '../../../i18n/texts.tsx'
import { keptSpan, keptWords } from '../../../rules/account/kept.ts'
import { onAccountRefused } from '../../../rules/account/refusal.ts'
import { showToast } from '../../../stores/screen.ts'
import type { Account } from '../../../../contract/shapes/account.ts'
import { bySentence } from '../../../ui/bySentence.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { PartForm } from '../../../ui/shell/PartForm.tsx'
import { ask } from '../ask.ts'
import { patchAccount } from '../session.ts'

const REASON_LENGTH = 1000
const Fields = z.object({ reason: z.string() })
type Fields = z.infer<typeof Fields>

function LeaveForm({ account, onCancel }: { account: Account; onCancel: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const perform = usePerform()
  const { form, handle, submit, error, sending } = useFieldForm<Fields>({
    schema: Fields,
    defaultValues: { reason: '' },
  })

  async function send({ reason }: Fields) {
    const answer = await ask((session) => leave(session, reason.trim()))
    if (!answer) return
    if (!answer.ok) return perform(onAccountRefused(answer.failure), handle)
    patchAccount({ leaving: answer.data })
    showToast('account.leavingBegun', 'success')
    document.getElementById('title')?.focus()
  }

  const kept = account.kept ?? []
  return (
    <PartForm {...sending(t('account.leaveGo'))} onSubmit={submit(send)} error={error} onCancel={onCancel}>
      <div>
        <h3>{t('account.deleted')}</h3>
        <p>{t('account.deletedText')}</p>
      </div>
      {kept.length > 0 && (
        <div>
          <h3>{t('account.kept')}</h3>
          <ul className="kept">
            {kept.map(({ what, days }) => {
              const { value, unit } = keptSpan(days)
              return (
                <li key={what}>
                  <span>{t(keptWords[what])}</span>{' '}
                  <small>{t('account.keptFor', { span: formatUnits(locale, value, unit) })}</small>
                </li>
              )
            })}
          </ul>
        </div>
      )}
      <p>{bySentence(t('account.leaveDays'))}</p>
      <TextField
        {...form.register('reason')}
        label={t('account.leaveReason')}
        optional
        maxLength={REASON_LENGTH}
        autoComplete="off"
        dir="auto"
      />
    </PartForm>
  )
}

export function LeavePart({ account }: { account: Account }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const cancel = () => {
    setOpen(false)
    requestAnimationFrame(() => document.getElementById('leave-open')?.focus())
  }
  if (isOpen) return <LeaveForm account={account} onCancel={cancel} />
  return (
    <Button id="leave-open" plain onClick={() => setOpen(true)}>
      {t('account.leaveOpen')}
    </Button>
  )
}
