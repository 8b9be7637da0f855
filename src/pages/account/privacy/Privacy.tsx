// Screens, /account/privacy: news, the member's own data, the letter, and leaving.
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../../contract/shapes/account.ts'
import { Part } from '../Rows.tsx'
import { ExportPart } from './ExportPart.tsx'
import { LeavePart } from './LeavePart.tsx'
import { LetterPart } from './LetterPart.tsx'
import { NewsPart } from './NewsPart.tsx'

export function PrivacyPage({ account }: { account: Account }) {
  const { t } = useTranslation()
  return (
    <>
      <NewsPart account={account} />
      <ExportPart />
      {account.letter && <LetterPart letter={account.letter} />}
      {!account.leaving && (
        <Part id="leave-part" title={t('account.leave')} lead={t('account.leaveLead')}>
          <LeavePart account={account} />
        </Part>
      )}
    </>
  )
}
