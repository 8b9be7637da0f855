// The member has signed in in another tab: this tab offers to continue with that account.
import { useEffect, useState } from 'react'
import { onSignedInElsewhere } from '../../effects/browser/leave.ts'
import { useTexts } from '../../i18n/texts.tsx'
import { Button } from '../../ui/Button.tsx'

export function SignedInElsewhere({ onContinue }: { onContinue: (show: (isShown: boolean) => void) => Promise<void> }) {
  const { t } = useTexts()
  const [elsewhere, setElsewhere] = useState(false)
  useEffect(() => onSignedInElsewhere(() => setElsewhere(true)), [])
  return (
    // Rendered before its text, because screen readers announce only changes of an existing live region.
    <div role="status" className={elsewhere ? 'aside' : 'hidden'}>
      {elsewhere && (
        <>
          <p>{t('login.signedInElsewhere')}</p>
          <Button plain small onClick={() => void onContinue(setElsewhere)}>
            {t('login.continue')}
          </Button>
        </>
      )}
    </div>
  )
}
