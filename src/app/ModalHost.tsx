// Spec §2, modals: only one is open at a time. The dialog itself, and MUI with it, is fetched when the first one opens.
import { lazy, Suspense, useEffect } from 'react'
import { whenIdle } from '../effects/idle'
import { loadLaterTexts } from '../i18n/start'
import { useScreen } from '../stores/screen'

const fetchContent = () => import('./ModalContent')
const ModalContent = lazy(() => Promise.all([fetchContent(), loadLaterTexts()]).then(([module]) => module))

export function ModalHost() {
  const modal = useScreen((screen) => screen.modal)
  // A refusal may have to be told where nothing more can be fetched.
  useEffect(() => whenIdle(() => void fetchContent().catch(() => {})), [])
  return <Suspense>{modal && <ModalContent key={modal.id} modal={modal} />}</Suspense>
}
