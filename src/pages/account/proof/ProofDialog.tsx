// Screens, "Account": asks for the fresh proof by the strongest method first, offers the others, and then lets the page go on.
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from '../../../effects/browser/passkeys.ts'
import { laterPart } from '../../../effects/faults/laterPart.tsx'
import { usableMethods } from '../../../rules/account/proof.ts'
import { type ProofMethod, SIGN_IN_METHODS } from '../../../../contract/signInMethods.ts'
import { TextButton } from '../../../ui/TextButton.tsx'
import { type Needed, useNeeded } from '../ask.ts'
import { CodeProof } from './CodeProof.tsx'
import { PasskeyProof } from './PasskeyProof.tsx'
import { PasswordProof } from './PasswordProof.tsx'
import type { ProofProps } from './proofProps.ts'

/** The frame of the dialog, with MUI. */
const frame = laterPart(() => import('../../../ui/modals/FormDialog.tsx'))

const forms: Record<ProofMethod, (props: ProofProps) => ReactNode> = {
  PASSKEY: PasskeyProof,
  PWD: PasswordProof,
  SMS: (props) => <CodeProof key="SMS" method="SMS" {...props} />,
  EMAIL: (props) => <CodeProof key="EMAIL" method="EMAIL" {...props} />,
}

function Dialog({ methods, again, done }: Needed) {
  const { t } = useTranslation()
  const usable = usableMethods(methods, canUsePasskeys())
  const [chosen, choose] = useState<ProofMethod>(usable[0] ?? 'PWD')
  const Form = forms[chosen]
  const others = usable.filter((method) => method !== chosen)
  return (
    <frame.Part
      title={t('account.proofTitle')}
      lead={t(again ? 'account.proofAgain' : 'account.proofLead')}
      onClosed={done}
    >
      {(close) => (
        <>
          <Form key={chosen} onProved={() => close(true)} onCancel={() => close(false)} />
          {others.length > 0 && (
            <ul className="other-proofs" aria-label={t('account.proofOthers')}>
              {others.map((method) => (
                <li key={method}>
                  <TextButton onClick={() => choose(method)}>{t(SIGN_IN_METHODS[method].button)}</TextButton>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </frame.Part>
  )
}

/** The dialog, while a call waits for a proof. */
export function ProofDialog() {
  const needed = useNeeded((state) => state.needed)
  // The code comes before the first press needs it.
  useEffect(() => void frame.load().catch(() => {}), [])
  return (
    needed && (
      <Suspense fallback={null}>
        <Dialog key={needed.id} {...needed} />
      </Suspense>
    )
  )
}
