// Spec §2 and §9, toasts: 3800 ms each, in one live region that exists from the start. Native and in the first load, because a toast may
// have to say that nothing can be loaded.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { dismissToast, useScreen, type Toast } from '../stores/screen.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'

const SHOWN_FOR = 3800
const icons = { success: 'check', warning: 'alert', error: 'alert' } satisfies Record<Toast['tone'], IconName>

export function ToastHost() {
  const toasts = useScreen((screen) => screen.toasts)
  const region = useRef<HTMLDivElement>(null)
  const newest = toasts.at(-1)?.id
  // Until its code is here, a toast shows where it covers the least on most pages (app/later/forms.css).
  useLayoutEffect(() => {
    if (!newest) return
    const placed = import('../effects/start/soon.ts').then(
      ({ placeToasts }) => placeToasts(region.current),
      () => () => {},
    )
    return () => void placed.then((stop) => stop())
  }, [newest])
  return (
    <div ref={region} className="toasts" role="status" aria-live="polite" aria-atomic="false">
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
      // NOTE: not `pointerenter`, which a toast also gets when it rises under a resting mouse.
      onPointerMove={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon name={icons[tone]} />
      <p>{t(text, values)}</p>
      {/* The live region has the text only, without the button. */}
      <button type="button" aria-live="off" aria-label={t('common.dismiss')} onClick={() => dismissToast(id)}>
        <Icon name="close" />
      </button>
    </div>
  )
}
