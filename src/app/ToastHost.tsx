// Spec §2 and §9, toasts: 3800 ms each, in one live region that exists from the start. Native and in the first load, because a toast may
// have to say that nothing can be loaded.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { dismissToast, useScreen, type Toast } from '../stores/screen.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'

const SHOWN_FOR = 3800
/** How far a toast at the top of a desktop reaches down at most. */
const NEAR_TOP_PX = 160
const icons = { success: 'check', warning: 'alert', error: 'alert' } satisfies Record<Toast['tone'], IconName>

export function ToastHost() {
  const toasts = useScreen((screen) => screen.toasts)
  const used = useRef<Element>(null)
  const [above, setAbove] = useState(false)
  const newest = toasts.at(-1)?.id
  useEffect(() => {
    const note = ({ target }: Event) => void (used.current = target as Element)
    // NOTE: Safari does not focus a button that is pressed, so the focus alone does not tell which control was used.
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, note, true)
  }, [])
  // A toast never covers the control that caused it. On a phone it shows in the other half of the window, on a desktop at the top.
  useLayoutEffect(() => {
    if (!newest) return
    const isWide = innerWidth >= 1280
    const top = used.current?.isConnected ? used.current.getBoundingClientRect().top : undefined
    setAbove(top === undefined ? isWide : top > (isWide ? NEAR_TOP_PX : innerHeight / 2))
  }, [newest])
  return (
    <div className={above ? 'toasts above' : 'toasts'} role="status" aria-live="polite" aria-atomic="false">
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
