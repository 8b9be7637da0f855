// Spec §2, modals: one at a time. The dialog, with MUI, is loaded when the first one opens.
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { loadAhead } from '../effects/browser/idle.ts'
import { onCodeLost } from '../effects/faults/chunks.ts'
import { loadLaterTexts } from '../i18n/languages.ts'
import { type Modal, showToast, useScreen, whileComing } from '../stores/screen.ts'
import { memoizeImport } from '../state/timeout.ts'
import { useModalHistory } from './useModalHistory.ts'

const fetchContent = memoizeImport(() => import('./ModalContent.tsx'))

export function ModalHost() {
  const modal = useScreen((screen) => screen.modal)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useFocusBack(modal !== null)
  // Typing can lead to a refusal when nothing can be loaded any more, so the first input loads the dialog. A page that began with the login
  // form has it in the browser's cache: there a password manager presses at once, and nothing may come before the sign-in request.
  useEffect(() => {
    if (document.getElementById('root')?.dataset.ahead) return
    const fetchIt = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLInputElement)) return
      stop()
      loadAhead(() => void fetchContent().catch(() => {}))
    }
    const stop = () => document.removeEventListener('focusin', fetchIt)
    document.addEventListener('focusin', fetchIt)
    return stop
  }, [])
  // A place outside the page: MUI hides everything beside a dialog from screen readers, but toasts must be announced.
  return (
    <div id="dialogs">
      {modal &&
        (loaded ? (
          <loaded.default key={modal.id} modal={modal} />
        ) : (
          <ComingDialog key={modal.id} id={modal.id} onHere={setLoaded} />
        ))}
    </div>
  )
}

type Loaded = { default: ComponentType<{ modal: Modal }> }

/** A dialog whose code is still loading. The page is inert already, so Back and Escape close this dialog, too. */
function ComingDialog({ id, onHere }: { id: number; onHere: (loaded: Loaded) => void }) {
  const close = useModalHistory(id)
  useEffect(() => {
    let isOpen = true
    const escape = ({ key }: KeyboardEvent) => key === 'Escape' && close('close')
    document.addEventListener('keydown', escape)
    whileComing(Promise.all([fetchContent(), loadLaterTexts()])).then(
      ([module]) => isOpen && onHere(module),
      async (error: unknown) => {
        if (!isOpen) return
        // The page must not stay inert for a dialog that never arrives.
        close('close')
        await onCodeLost(error)
        showToast('errors.noConnection', 'error')
      },
    )
    return () => {
      isOpen = false
      document.removeEventListener('keydown', escape)
    }
  }, [close, onHere])
  return null
}

/**
 * Returns the focus to the element that had it before the dialog opened, unless the focus has moved since.
 * NOTE: the dialog cannot do this. The page is inert by the time the dialog has loaded, and inert elements lose the focus.
 */
function useFocusBack(isOpen: boolean) {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement
  }, [isOpen])
  useEffect(() => {
    if (isOpen) return
    if (opener.current instanceof HTMLElement && document.activeElement === document.body)
      opener.current.focus({ preventScroll: true })
    opener.current = null
  }, [isOpen])
}
