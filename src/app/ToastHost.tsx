// Spec §2 and §9, toasts: 3800 ms each, in one live region that exists from the start. Native and in the first load, because a toast may
// have to say that nothing can be loaded.
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { dismissToast, useScreen, type Toast } from '../stores/screen.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'

const SHOWN_FOR = 3800
/** How far toasts reach into the window at most, and how much they leave free at the end of a phone's (app/later/forms.css). */
const REACH_PX = 160
const STRIP_PX = 80
/** At the end of the window, on a desktop too. */
const LOW = -1
const icons = { success: 'check', warning: 'alert', error: 'alert' } satisfies Record<Toast['tone'], IconName>

export function ToastHost() {
  const toasts = useScreen((screen) => screen.toasts)
  const used = useRef<Element>(null)
  const [lift, setLift] = useState(0)
  const newest = toasts.at(-1)?.id
  useEffect(() => {
    const note = ({ target }: Event) => void (used.current = target as Element)
    // NOTE: Safari does not focus a button that is pressed, so the focus alone does not tell which control was used.
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, note, true)
  }, [])
  // A toast covers neither the control that caused it, nor the focused field, nor the title of the page. On a desktop it shows at the top, or at the bottom
  // if that control is at the top. On a phone it shows above the button that stays in reach, or above what it would cover.
  useLayoutEffect(() => {
    if (!newest) return
    const boxes = [used.current, document.activeElement].map((one) => one?.getBoundingClientRect())
    const [box] = boxes
    const rest = innerHeight - STRIP_PX
    let end = rest
    // Twice, because a toast above one of them can cover the other.
    for (const one of [...boxes, ...boxes])
      if (one && one.top > innerHeight / 2 && one.top < end && one.bottom > end - REACH_PX) end = one.top
    // A control that has gone has an empty box.
    setLift(box?.bottom && box.top <= REACH_PX ? LOW : end < rest ? innerHeight - end : 0)
  }, [newest])
  return (
    <div
      className={lift < 0 ? 'toasts low' : 'toasts'}
      // NOTE: not in the prerendered page, where the content security policy forbids the attribute.
      style={lift > 0 ? ({ '--lift': `${lift}px` } as CSSProperties) : undefined}
      role="status"
      aria-live="polite"
      aria-atomic="false"
    >
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
