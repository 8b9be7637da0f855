// Spec §2 and §9, toasts: 3800 ms each, in one live region that is there from the start. Native and in the first load: a toast may
// have to say that nothing more can be loaded.
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n/texts'
import { dismissToast, useScreen, type Toast } from '../stores/screen'
import { Icon, type IconName } from '../ui/Icon'

const SHOWN_FOR = 3800
const icons = { success: 'check', warning: 'alert', error: 'alert' } satisfies Record<Toast['tone'], IconName>

export function ToastHost() {
  const toasts = useScreen((screen) => screen.toasts)
  return (
    <div className="toasts" role="status" aria-live="polite" aria-atomic="false">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
    </div>
  )
}

function ToastCard({ id, text, values, tone }: Toast) {
  const { t } = useTexts()
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const left = useRef(SHOWN_FOR)
  const held = pointed || focused

  useEffect(() => {
    if (held) return
    const since = performance.now()
    const timer = setTimeout(() => dismissToast(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [held, id])

  return (
    <div
      className={`toast ${tone}`}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon name={icons[tone]} />
      <p>{t(text, values)}</p>
      {/* What is said is the sentence alone. */}
      <button type="button" aria-live="off" aria-label={t('common.dismiss')} onClick={() => dismissToast(id)}>
        <Icon name="close" />
      </button>
    </div>
  )
}
