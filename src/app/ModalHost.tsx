// Spec §2, modals: only one is open at a time. The dialog itself, and MUI with it, is fetched when the first one opens.
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { onCodeLost } from '../effects/chunks'
import { loadLaterTexts } from '../i18n/languages'
import { type Modal, showToast, useScreen, whileComing } from '../stores/screen'
import { atHand } from '../wire/patience'
import { useModalHistory } from './useModalHistory'

const fetchContent = atHand(() => import('./ModalContent'))

export function ModalHost() {
  const modal = useScreen((screen) => screen.modal)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useFocusBack(modal !== null)
  // Whoever begins to type may be refused where nothing more can be fetched; whoever only looks needs no dialog.
  useEffect(() => {
    const fetchIt = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLInputElement)) return
      stop()
      fetchContent().catch(() => {})
    }
    const stop = () => document.removeEventListener('focusin', fetchIt)
    document.addEventListener('focusin', fetchIt)
    return stop
  }, [])
  // A place of its own: MUI hides everything beside a dialog from readers, and toasts must be heard.
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
        // Neither the page nor the one that says that code is lost may stay inert for a dialog that does not come.
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
 * Gives the focus back to what had it when a dialog opened, unless somebody else has taken it.
 * @note the dialog itself cannot: the page behind it is inert by the time its code has come, and what is inert has lost the focus.
 */
function useFocusBack(isOpen: boolean) {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement
  }, [isOpen])
  useEffect(() => {
    if (isOpen) return
    if (opener.current instanceof HTMLElement && document.activeElement === document.body) opener.current.focus()
    opener.current = null
  }, [isOpen])
}
