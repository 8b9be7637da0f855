import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts'
import { announce } from './announce'

/** 4 s: no call of the app takes as long on a connection that works (Faults, "slow"). */
const SLOW_MS = 4000

/** Says that a call takes long. It is no error: the call still runs. */
export function Slow({ busy }: { busy: boolean }) {
  const { t } = useTexts()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  useEffect(() => (isSlow ? announce(t('common.slow')) : undefined), [isSlow, t])
  return isSlow && <p className="note">{t('common.slow')}</p>
}
