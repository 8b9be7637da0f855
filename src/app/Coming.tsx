// A line above the page while the next page's code is loading.
import { useEffect } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { useScreen } from '../stores/screen.ts'
import { announce } from '../ui/shell/announce.tsx'

export function Coming() {
  const { t } = useTexts()
  const isComing = useScreen((screen) => screen.coming > 0)
  useEffect(() => (isComing ? announce(t('common.busy')) : undefined), [isComing, t])
  return isComing && <div className="coming" />
}
