import { useCallback, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { closeModal, type ModalStatus } from '../stores/screen.ts'

/**
 * Lets the back button close a modal: while one is open, the history has a second entry for the same page.
 * @returns closes the modal with a status, after removing that entry, so that the next step starts from a clean history
 */
export function useModalHistory(id: number): (status: ModalStatus) => void {
  const status = useRef<ModalStatus>('close')
  const length = useRef(0)

  useEffect(() => {
    // One entry, marked with its modal: StrictMode runs this twice, and one modal can replace another.
    const state = { ...(history.state as object | null), modal: id }
    if (markOf(history.state) === undefined) history.pushState(state, '')
    else history.replaceState(state, '')
    length.current = history.length
    const onPop = () => {
      // Synchronously, so that the focus is back on the page before the next step moves it.
      if (markOf(history.state) !== id) flushSync(() => closeModal(status.current))
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [id])

  return useCallback(
    (answer) => {
      status.current = answer
      if (markOf(history.state) !== id) return closeModal(answer)
      if (history.length === length.current) return history.back()
      // A link in the modal's frame has added an entry, to which Back would lead: the modal would stay.
      history.replaceState({ ...(history.state as object), modal: undefined }, '')
      closeModal(answer)
    },
    [id],
  )
}

const markOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'modal' in state ? state.modal : undefined
