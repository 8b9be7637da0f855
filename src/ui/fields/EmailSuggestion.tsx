import { useEffect, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { TextButton } from '../TextButton.tsx'

type Props = { typed: string; onTake: (email: string) => void }

/** In milliseconds: the usual rest after the last key (Spec §9). */
const REST = 500

/** Below an e-mail field: the address that the member has probably meant, as a button that takes it. */
export function EmailSuggestion({ typed, onTake }: Props) {
  const { t } = useTranslation()
  const [found, setFound] = useState<{ typed: string; email: string | null } | null>(null)

  useEffect(() => {
    if (!typed.includes('@')) return
    let here = true
    const rest = setTimeout(() => {
      import('../../rules/fields/emailSuggestion.ts').then(
        ({ suggestedEmail }) => here && setFound({ typed, email: suggestedEmail(typed) }),
        () => {},
      )
    }, REST)
    return () => {
      here = false
      clearTimeout(rest)
    }
  }, [typed])

  const email = found?.typed === typed ? found.email : null
  return (
    <p role="status" className={email ? 'note' : 'hidden'}>
      {email && (
        <Trans
          t={t}
          i18nKey="field.emailMeant"
          values={{ email }}
          components={{ email: <TextButton onClick={() => onTake(email)} /> }}
        />
      )}
    </p>
  )
}
