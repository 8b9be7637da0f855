// After a move, the title names the page and the service, and the page starts at the top with the focus on its first empty field. Not for
// the first page of a visit, where the login form focuses its own field, and not if the same page changes its address.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useSecondStep } from '../effects/session/useSecondStep.ts'
import { isKnown, loadLaterTexts } from '../i18n/languages.ts'
import { useTexts } from '../i18n/texts.tsx'
import { displayName } from '../rules/texts/locale.ts'
import { paths } from '../rules/visit/paths.ts'
import { useScreen } from '../stores/screen.ts'
import { useWelcome } from '../stores/welcome.ts'
import { entryOf } from './allRoutes.ts'

export function useArrival(): void {
  const { t, locale } = useTexts()
  const { pathname } = useLocation()
  const service = useWelcome((state) => state.service_info)
  const entry = entryOf(pathname)
  // The form of the code replaces the login form: a page of its own at the same address.
  const isSecondStep = useSecondStep(pathname === paths.login || pathname === paths.certification)
  const ofScreen = useScreen((state) => state.title)
  const ofPage = isSecondStep ? 'title.mobileVerify' : (entry?.title ?? 'title.error')
  const title = ofScreen ?? ofPage
  const page = isSecondStep ? ofPage : (entry?.key ?? entry?.path)
  const arrived = useRef(page)

  useEffect(() => {
    const name = service ? displayName(service, locale) : t('shell.product')
    const set = () => void (document.title = `${t(title)} – ${name}`)
    if (isKnown(title)) return set()
    // The texts of later pages may still be loading.
    let latest = true
    loadLaterTexts().then(
      () => latest && set(),
      () => {},
    )
    return () => {
      latest = false
    }
  }, [t, title, service, locale])

  // The first page of a visit waits for its service: then nothing competes with the entry, and its field has the ID that the entry named.
  const begins = page === 'login' && service !== null
  // Before the page is painted, because the member can act as soon as it is. The code that moves the focus may come later.
  useLayoutEffect(() => {
    const isMove = arrived.current !== page
    arrived.current = page
    if (!isMove && !begins) return
    const focused = document.activeElement
    let stop: (() => void) | null = () => {}
    import('../ui/arrival.ts').then(
      ({ arrive, begin }) => stop && (stop = isMove ? arrive(focused) : begin()),
      () => document.getElementById('title')?.focus(),
    )
    return () => {
      stop?.()
      stop = null
    }
  }, [page, begins])
}
