// A dialog with a form of its own. Notices and questions open above it, and typed values stay in it.
import Dialog from '@mui/material/Dialog'
import { ThemeProvider } from '@mui/material/styles'
import { useCallback, useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { MemberIsAsked } from '../memberIsAsked.ts'
import { muiTheme } from '../muiTheme.ts'
import { bySentence } from '../bySentence.tsx'
import '../pages.css'

type Props = {
  title: string
  lead?: string
  /** The dialog is closed: by its form with `true`; by Escape, Back or "cancel" with `false`. */
  onClosed: (done: boolean) => void
  /** @param close closes the dialog */
  children: (close: (done: boolean) => void) => ReactNode
}

const markOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'dialog' in state ? state.dialog : undefined

/** Back closes the dialog: while it is open, the history has a second entry for the same page. @returns closes it, after removing that entry */
function useBackCloses(id: string, onClosed: (done: boolean) => void): (done: boolean) => void {
  const result = useRef(false)
  const latest = useRef(onClosed)
  useEffect(() => {
    latest.current = onClosed
  })
  useEffect(() => {
    // One entry: StrictMode runs this twice.
    if (markOf(history.state) !== id) history.pushState({ ...(history.state as object | null), dialog: id }, '')
    const onPop = () => {
      if (markOf(history.state) !== id) latest.current(result.current)
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [id])
  return useCallback(
    (done) => {
      result.current = done
      if (markOf(history.state) === id) history.back()
      else latest.current(done)
    },
    [id],
  )
}

/** The page is inert below the dialog, and gets its focus back. */
function useInertPage(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    const parts = [...document.querySelectorAll('.frame > *')].filter((part) => !part.hasAttribute('inert'))
    for (const part of parts) part.setAttribute('inert', '')
    return () => {
      for (const part of parts) part.removeAttribute('inert')
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      else document.getElementById('title')?.focus()
    }
  }, [])
}

export default function FormDialog({ title, lead, onClosed, children }: Props) {
  const id = useId()
  const close = useBackCloses(id, onClosed)
  const heading = useRef<HTMLHeadingElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useInertPage()
  const focusFirst = () =>
    (content.current?.querySelector<HTMLElement>('input:not([readonly])') ?? heading.current)?.focus()
  return (
    <ThemeProvider theme={muiTheme}>
      <Dialog
        open
        container={() => document.getElementById('dialogs')}
        onClose={(_, reason) => reason === 'escapeKeyDown' && close(false)}
        aria-labelledby={id}
        {...(lead && { 'aria-describedby': `${id}-lead` })}
        slotProps={{ transition: { onEntering: focusFirst }, paper: { className: 'roomy' } }}
      >
        <div className="stack" ref={content}>
          <div>
            <h2 id={id} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            {lead && (
              <p id={`${id}-lead`} className="lead">
                {bySentence(lead)}
              </p>
            )}
          </div>
          <MemberIsAsked value="in dialog">{children(close)}</MemberIsAsked>
        </div>
      </Dialog>
    </ThemeProvider>
  )
}
