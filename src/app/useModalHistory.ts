import { useCallback, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { closeModal, type ModalStatus } from '../stores/screen'

/**
 * Lets the back button close a modal: while one is open, the history holds a second entry for the same page.
 * @returns closes the modal with a status. It first takes that entry away, so that whatever follows starts from a clean history.
 */
export function useModalHistory(id: number): (status: ModalStatus) => void {
  const status = useRef<ModalStatus>('close')

  useEffect(() => {
    // One entry, whose mark says for which modal it is: StrictMode runs this twice, and a modal may take the place of another.
    const state = { ...(history.state as object | null), modal: id }
    if (markOf(history.state) === undefined) history.pushState(state, '')
    else history.replaceState(state, '')
    const onPop = () => {
      // Flushed, so that the focus is back on the page before what waits for the answer moves it.
      if (markOf(history.state) !== id) flushSync(() => closeModal(status.current))
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [id])

  return useCallback(
    (answer) => {
      status.current = answer
      if (markOf(history.state) === id) history.back()
      else closeModal(answer)
    },
    [id],
  )
}

const markOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'modal' in state ? state.modal : undefined
