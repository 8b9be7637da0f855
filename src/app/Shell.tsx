// Screens, "Around every page": header with service and languages, banner, footer, toasts and the modal.
import { type ReactElement, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { setLocaleCookie } from '../effects/browser/cookies.ts'
import { changeLanguage } from '../effects/session/changeLanguage.ts'
import { currentLocale, translation } from '../i18n/languages.ts'
import { TextsProvider, useTexts } from '../i18n/texts.tsx'
import { bannerUrl, displayName, offeredLocales } from '../rules/texts/locale.ts'
import { isOwn, paths } from '../rules/visit/paths.ts'
import { useScreen } from '../stores/screen.ts'
import { getSettings } from '../stores/settings.ts'
import { saveToWelcome, useWelcome } from '../stores/welcome.ts'
import { LiveRegion, announce } from '../ui/shell/announce.tsx'
import { Frame } from '../ui/shell/Frame.tsx'
import { Header } from '../ui/shell/Header.tsx'
import { hasBanner } from '../rules/visit/banner.ts'
import { type Locale, startLocale } from '../../contract/locale.ts'
import { keepTabLanguage } from '../state/tab.ts'
import { Coming } from './Coming.tsx'
import { FooterLinks } from './FooterLinks.tsx'
import { ModalHost } from './ModalHost.tsx'
import { Offline } from './Offline.tsx'
import { PageViews } from './PageViews.tsx'
import { ToastHost } from './ToastHost.tsx'
import { useArrival } from './useArrival.ts'
import { useWarmUp } from './useWarmUp.ts'

async function pickLocale(locale: Locale): Promise<void> {
  if (!(await changeLanguage(locale))) return
  // The member may have picked another language meanwhile.
  setLocaleCookie(currentLocale())
  announce(translation().t('shell.languageNow'))
}

/** The service, and the languages that it offers. */
function ServiceHeader() {
  const { t, locale } = useTexts()
  const { pathname } = useLocation()
  const lost = useScreen((screen) => screen.lostLocale)
  const service = useWelcome((state) => state.service_info)
  // While an entry loads its service, the languages are unknown.
  const isAsking = !service && pathname.startsWith(paths.init)
  const offered = isAsking ? [] : offeredLocales(service, getSettings()?.VITE_LOCALES ?? [])
  const isOffered = isAsking || offered.includes(locale)
  const ui_locales = useWelcome((state) => state.route_query.ui_locales ?? '')
  const fallback = startLocale({ strict: false, cookie: undefined, ui_locales, available: offered, isEntry: true })

  useEffect(() => {
    if (!isOffered) void changeLanguage(fallback)
  }, [isOffered, fallback])

  useEffect(() => {
    saveToWelcome({ locale })
    keepTabLanguage(locale)
  }, [locale])

  return (
    <Header
      service={service ? { name: displayName(service, locale), icon: service.icon_image_url } : undefined}
      product={isOwn(pathname) ? t('shell.product') : undefined}
      locales={offered}
      locale={locale}
      onLocale={(chosen) => void pickLocale(chosen)}
      lost={lost}
      onKeep={() => useScreen.setState({ lostLocale: null })}
    />
  )
}

/** The effects of a move to another page. */
function Moves() {
  useArrival()
  useWarmUp()
  return <PageViews />
}

/**
 * Hydrates a part of the prerendered page after the form. These parts never suspend.
 * NOTE: an element of this must not be a constant. React skips a constant boundary that is not hydrated yet when the address or the
 * language changes, and then hydrates it with values that do not match its HTML.
 */
const AfterForm = ({ children }: { children: ReactElement }) => <Suspense fallback={null}>{children}</Suspense>

// Created once, so that a move to another page does not render them again.
const offline = <Offline />
const header = <ServiceHeader />
const footer = <FooterLinks />
const hosts = (
  <>
    <Coming />
    <ToastHost />
    <ModalHost />
    <Moves />
  </>
)

function Around({ children }: { children: ReactNode }) {
  const { locale } = useTexts()
  const service = useWelcome((state) => state.service_info)
  const isBeside = hasBanner(useLocation().pathname)
  const isCovered = useScreen((screen) => screen.modal !== null)
  return (
    <>
      <AfterForm>{offline}</AfterForm>
      <Frame
        header={<AfterForm>{header}</AfterForm>}
        alone={!isBeside}
        banner={isBeside && service && { name: displayName(service, locale), src: bannerUrl(service, locale) }}
        footer={<AfterForm>{footer}</AfterForm>}
        inert={isCovered}
      >
        {children}
      </Frame>
      {/* With the form, not after it: the form writes into this region, and React would take that text for a mismatch. */}
      <LiveRegion />
      <AfterForm>{hosts}</AfterForm>
    </>
  )
}

export const Shell = ({ children }: { children: ReactNode }) => (
  <TextsProvider>
    <Around>{children}</Around>
  </TextsProvider>
)
