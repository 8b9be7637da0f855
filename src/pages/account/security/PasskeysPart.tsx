// Contract, "Account": the member's passkeys, and a new one.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { accountPasskeys, addPasskey, passkeyOptions } from '../../../api/account.ts'
import { canUsePasskeys, createPasskey, forgetPasskey } from '../../../effects/browser/passkeys.ts'
import { creationProblem } from '../../../rules/account/proof.ts'
import { isNotSaved } from '../../../rules/visit/passkey.ts'
import { type Answer, succeeded } from '../../../../contract/shapes/answer.ts'
import type { PasskeyRow } from '../../../../contract/shapes/account.ts'
import { showToast } from '../../../stores/screen.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { Slow } from '../../../ui/Slow.tsx'
import { Listed, Part } from '../Rows.tsx'
import { look } from '../session.ts'
import { useAction } from '../useAction.ts'
import { useList } from '../useList.ts'
import { PasskeyItem } from './PasskeyItem.tsx'

type Props = { rp_id: string; offer: ReactNode; onChanged: () => void }

export function PasskeysPart({ rp_id, offer, onChanged }: Props) {
  const { t } = useTranslation()
  const list = useList(accountPasskeys)
  const { busy, error, run, say, press } = useAction()

  const reread = () => {
    list.retry()
    void look()
  }
  const changed = () => {
    reread()
    onChanged()
  }

  const add = () =>
    run(
      async (session): Promise<Answer<PasskeyRow | null>> => {
        const asked = await passkeyOptions(session)
        if (!asked.ok) return asked
        const { options } = asked.data
        const credential = await createPasskey(options, false).catch((cause: unknown) => {
          const text = creationProblem(cause)
          if (text) say({ text })
        })
        if (!credential) return succeeded(null)
        const answer = await addPasskey(session, credential)
        if (isNotSaved(answer)) forgetPasskey(options.rp.id, credential.id)
        return answer
      },
      (saved) => {
        if (!saved) return
        showToast('account.passkeyAdded', 'success')
        changed()
      },
    )

  return (
    <Part id="passkeys-part" title={t('account.passkeys')} lead={t('account.passkeysLead')}>
      <Listed list={list} empty={t('account.passkeysNone')}>
        {(rows) => (
          <ul className="items">
            {rows.map((row) => (
              <PasskeyItem key={row.id} row={row} rp_id={rp_id} onRenamed={reread} onRemoved={changed} />
            ))}
          </ul>
        )}
      </Listed>
      <FormAlert error={error} />
      {canUsePasskeys() ? (
        <Button plain {...press} onClick={() => void add()}>
          {t('account.passkeyAdd')}
        </Button>
      ) : (
        <p className="note">{t('account.passkeyNotHere')}</p>
      )}
      {busy && <Slow busy />}
      {offer}
    </Part>
  )
}
