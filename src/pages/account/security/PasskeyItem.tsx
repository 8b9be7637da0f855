// One passkey: its name, when it was made and last used, another name, and its removal.
import * as z from 'zod/mini'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { removePasskey, renamePasskey } from '../../../api/account.ts'
import { now } from '../../../effects/browser/clock.ts'
import { forgetPasskey } from '../../../effects/browser/passkeys.ts'
import { useFieldForm } from '../../../effects/forms/useFieldForm.ts'
import { usePerform } from '../../../effects/perform/usePerform.ts'
import { formatAgo, formatDay } from '../../../i18n/dates.ts'
import { useLocale } from '../../../i18n/texts.tsx'
import { onAccountRefused } from '../../../rules/account/refusal.ts'
import { passkeyKind } from '../../../rules/account/passkeyKind.ts'
import { asZod } from '../../../rules/fields/asZod.ts'
import { openModal, showToast } from '../../../stores/screen.ts'
import { NAMELESS_PASSKEY, type PasskeyRow } from '../../../../contract/shapes/account.ts'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { PartForm } from '../../../ui/shell/PartForm.tsx'
import { Slow } from '../../../ui/Slow.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { ask } from '../ask.ts'
import { Facts } from '../Rows.tsx'
import { useAction } from '../useAction.ts'
import { PasskeyIcon } from './PasskeyIcon.tsx'

const NAME_LENGTH = 60
const Fields = z.object({ passkey_name: asZod((name) => (name.trim() === '' ? 'account.passkeyNameEmpty' : null)) })
type Fields = z.infer<typeof Fields>

type Props = { row: PasskeyRow; rp_id: string; onRenamed: () => void; onRemoved: () => void }

function RenameForm({ row, onDone }: { row: PasskeyRow; onDone: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const perform = usePerform()
  const { form, handle, submit, textOf, problems, error, sending } = useFieldForm<Fields>({
    schema: Fields,
    defaultValues: { passkey_name: row.name },
  })
  useEffect(() => document.getElementById('passkey_name')?.focus(), [])
  async function save({ passkey_name }: Fields) {
    const answer = await ask((session) => renamePasskey(session, row.id, passkey_name.trim()))
    if (!answer) return
    if (answer.ok) onDone(true)
    else await perform(onAccountRefused(answer.failure), handle)
  }
  return (
    <PartForm
      {...sending(t('account.save'))}
      onSubmit={submit(save)}
      problems={problems}
      error={error}
      onCancel={() => onDone(false)}
    >
      <TextField
        {...form.register('passkey_name')}
        label={t('account.passkeyName')}
        error={textOf('passkey_name')}
        maxLength={NAME_LENGTH}
        autoComplete="off"
        dir="auto"
      />
    </PartForm>
  )
}

export function PasskeyItem({ row, rp_id, onRenamed, onRemoved }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  const action = useAction()
  const { busy, error, press } = action
  const [isNaming, setNaming] = useState(false)
  const { id, name, created_at, last_used_at, synced, credential_id } = row

  async function remove() {
    if ((await openModal({ name: 'confirm', text: 'account.passkeyRemoveConfirm' })) !== 'ok') return
    await action.remove(
      (session) => removePasskey(session, id),
      () => {
        if (credential_id) forgetPasskey(rp_id, credential_id)
        showToast('account.passkeyRemoved', 'success')
        document.getElementById('passkeys-part')?.focus()
        onRemoved()
      },
    )
  }

  const named = (isChanged: boolean) => {
    setNaming(false)
    if (isChanged) onRenamed()
    requestAnimationFrame(() => document.getElementById(`rename-${id}`)?.focus())
  }

  const lastUsed = last_used_at ? formatAgo(locale, last_used_at, now()) : t('account.neverUsed')
  const facts = [
    { name: t('account.passkeyMade'), value: formatDay(locale, created_at) },
    { name: t('account.lastUsed'), value: lastUsed },
    { name: t('account.passkeyOn'), value: synced ? t('account.passkeySynced') : null },
  ]
  return (
    <li className="item">
      <p className="item-title with-logo">
        <PasskeyIcon kind={passkeyKind(row)} />
        <bdi id={`passkey-${id}`}>{name === NAMELESS_PASSKEY ? t('passkey.step') : name}</bdi>
      </p>
      <Facts facts={facts} />
      <FormAlert error={error} />
      {isNaming ? (
        <RenameForm row={row} onDone={named} />
      ) : (
        <div className="item-ways">
          <TextButton
            id={`rename-${id}`}
            aria-labelledby={`rename-${id} passkey-${id}`}
            onClick={() => setNaming(true)}
          >
            {t('account.rename')}
          </TextButton>
          <TextButton
            id={`remove-${id}`}
            aria-labelledby={`remove-${id} passkey-${id}`}
            incomplete={busy || press.incomplete}
            onClick={() => void remove()}
          >
            {t('account.remove')}
          </TextButton>
        </div>
      )}
      {busy && <Slow busy />}
    </li>
  )
}
