// Screens, "Join": back to the screen or the page before this one. What was typed is kept.
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Path } from '../../rules/visit/paths.ts'
import { TextButton } from '../../ui/TextButton.tsx'

/** The number that the router gives an entry of the history of this tab: 0 is the first page of the app. */
const hasPageBefore = () => ((history.state as { idx?: number } | null)?.idx ?? 0) > 0

/** @param otherwise the page before this one, if it was opened by its address */
export function BackButton({ otherwise }: { otherwise: Path }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <TextButton onClick={() => void (hasPageBefore() ? navigate(-1) : navigate(otherwise))}>
      {t('join.back')}
    </TextButton>
  )
}
