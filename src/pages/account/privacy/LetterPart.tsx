// Contract, "Account", `letter`: the certificate of enrollment that the member has sent, and its state.
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../../i18n/dates.ts'
import { useLocale } from '../../../i18n/texts.tsx'
import type { MessageKey } from '../../../rules/texts/messages.ts'
import type { Account } from '../../../../contract/shapes/account.ts'
import { Known } from '../../../ui/shell/Known.tsx'
import { Part } from '../Rows.tsx'

type Letter = NonNullable<Account['letter']>

const states: Record<NonNullable<Letter['state']>, MessageKey> = {
  WAITING: 'account.letterIsWaiting',
  APPROVED: 'account.letterApproved',
  REFUSED: 'account.letterRefused',
}

export function LetterPart({ letter: { file_name, received_at, state } }: { letter: Letter }) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <Part id="letter-part" title={t('account.letter')}>
      <Known
        facts={[
          { name: t('account.letterFile'), value: file_name },
          { name: t('account.letterReceived'), value: formatDay(locale, received_at) },
          { name: t('account.letterState'), value: state && t(states[state]) },
        ]}
      />
    </Part>
  )
}
