// Spec §2, modals: only one is open at a time. The dialog itself, and MUI with it, is fetched when the first one opens.
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { onCodeLost } from '../effects/chunks'
import { loadLaterTexts } from '../i18n/languages'
import { closeModal, type Modal, showToast, useScreen } from '../stores/screen'
import { atHand } from '../wire/patience'

const fetchContent = atHand(() => import('./ModalContent'))

export function ModalHost() {
  const modal = useScreen((screen) => screen.modal)
  const [Content, setContent] = useState<ComponentType<{ modal: Modal }> | null>(null)
  useFocusBack(modal !== null)
  const isWanted = modal !== null && Content === null
  useEffect(() => {
    if (!isWanted) return
    Promise.all([fetchContent(), loadLaterTexts()]).then(
      ([module]) => setContent(() => module.default),
      async (error: unknown) => {
        await onCodeLost(error)
        // Nothing may stay behind a dialog that does not come.
        closeModal('close')
        showToast('errors.noConnection', 'error')
      },
    )
  }, [isWanted])
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
  return <div id="dialogs">{modal && Content && <Content key={modal.id} modal={modal} />}</div>
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
