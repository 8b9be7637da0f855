// Spec §2, modals: only one is open at a time. The dialog itself, and MUI with it, is fetched when the first one opens.
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { loadLaterTexts } from '../i18n/start'
import { useScreen } from '../stores/screen'

const fetchContent = () => import('./ModalContent')
const ModalContent = lazy(() => Promise.all([fetchContent(), loadLaterTexts()]).then(([module]) => module))

export function ModalHost() {
  const modal = useScreen((screen) => screen.modal)
  useFocusBack(modal !== null)
  // Whoever begins to type may be refused where nothing more can be fetched; whoever only looks needs no dialog.
  useEffect(() => {
    const fetchIt = () => void fetchContent().catch(() => {})
    document.addEventListener('focusin', fetchIt, { once: true })
    return () => document.removeEventListener('focusin', fetchIt)
  }, [])
  // A place of its own: MUI hides everything beside a dialog from readers, and toasts must be heard.
  return (
    <div id="dialogs">
      {modal && (
        <Suspense>
          <ModalContent key={modal.id} modal={modal} />
        </Suspense>
      )}
    </div>
  )
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
