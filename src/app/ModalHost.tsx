// Spec §2, modals: only one is open at a time. The dialog itself, and MUI with it, is fetched when the first one opens.
import { lazy, Suspense } from 'react'
import { loadLaterTexts } from '../i18n/start'
import { useScreen } from '../stores/screen'

const ModalContent = lazy(() => Promise.all([import('./ModalContent'), loadLaterTexts()]).then(([module]) => module))

export function ModalHost() {
  const modal = useScreen((screen) => screen.modal)
  return <Suspense>{modal && <ModalContent key={modal.id} modal={modal} />}</Suspense>
}
