// A page whose code is still on its way: the one before stays, and a line above it says that something is going on.
import { useEffect } from 'react'
import { useTexts } from '../i18n/texts'
import { useScreen } from '../stores/screen'
import { sayAloud } from '../ui/aloud'

export function Coming() {
  const { t } = useTexts()
  const isComing = useScreen((screen) => screen.coming > 0)
  useEffect(() => (isComing ? sayAloud(t('common.busy')) : undefined), [isComing, t])
  return isComing && <div className="coming" />
}
