// How the service of this visit looks: shown on the page, and remembered for the first paint of the next visit.
import { currentLocale } from '../../i18n/languages.ts'
import { bannerUrl, displayName } from '../../rules/texts/locale.ts'
import { brandColor } from '../../../contract/brand.ts'
import { hasBanner } from '../../rules/visit/banner.ts'
import { canJoin, canStaySignedIn } from '../../rules/visit/service.ts'
import { getSettings } from '../../stores/settings.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { keepTabClient } from '../../state/tab.ts'
import { keepTheme, readThemes, showTheme, type Theme, widthOf } from '../../state/theme.ts'
import { urlOf } from '../../../contract/url.ts'
import type { ServiceInfo, Welcome } from '../../../contract/shapes/welcome.ts'
import { pageState } from '../../state/pageState.ts'

const knownAs = (client_id: string | undefined) => readThemes().find((theme) => theme.client_id === client_id)

/** The address as the URL parser writes it: a space is encoded. '' if it is no address. */
const hrefOf = (address: string | null | undefined): string => urlOf(address ?? '')?.href ?? ''

function themeOf(service: ServiceInfo, welcome: Welcome | null): Theme {
  const known = knownAs(welcome?.client_id)
  const locale = currentLocale()
  const brand = brandColor(service.color)
  const icon = hrefOf(service.icon_image_url)
  return {
    client_id: welcome?.client_id ?? '',
    color: brand?.color ?? '',
    ink: brand?.ink ?? '',
    locale,
    name: displayName(service, locale),
    banner: hrefOf(bannerUrl(service, locale)),
    icon,
    iconWidth: known?.icon === icon ? known.iconWidth : 0,
    stay: canStaySignedIn(welcome),
    join: canJoin(welcome?.client_id ?? '', getSettings()?.VITE_JOIN_CLIENT_IDS ?? []),
    passkey: welcome?.passkey !== undefined,
  }
}

const page = pageState(() => ({
  /** The look that the page shows now. Null: it shows none, or the one that the inline script found. */
  shown: null as Theme | null,
  /** Whether the form stands beside a banner. It keeps its place while it is seen: a banner, or its lack, does not move it when the service info arrives. */
  beside: false,
  /** The first paint has shown a picture that this browser remembers. A new one fades in (ui/shell/Banner.tsx). */
  pictured: false,
}))

function show(theme: Theme | null): void {
  page.shown = theme
  showTheme(theme && (page.pictured ? theme : { ...theme, banner: '' }), currentLocale(), page.beside)
}

/** Shows the look of the service that the stores know. */
export function followService(): void {
  const { service_info, welcome } = useWelcome.getState()
  if (!service_info) {
    // An entry without an answer keeps the look that the inline script found by its client ID. Another service must not keep it.
    const isAsking = welcome === null && location.pathname.startsWith('/init')
    if (!isAsking) show(knownAs(welcome?.client_id) ?? null)
    return
  }
  const theme = themeOf(service_info, welcome)
  // Another language is another page to its reader, and beside a long form nobody sees the form move.
  const isAnother = page.shown !== null && page.shown.locale !== theme.locale
  if (isAnother || !hasBanner(location.pathname)) page.beside = theme.banner !== ''
  show(theme)
  if (!welcome) return
  keepTabClient(welcome.client_id)
  keepTheme(theme)
}

/** The logo has loaded: from now on its space is known. */
function onPicture({ target }: Event): void {
  const { shown } = page
  if (!(target instanceof HTMLImageElement) || !shown) return
  if (!target.closest('.brand')) return
  const theme = { ...shown, iconWidth: widthOf(target) }
  show(theme)
  if (theme.client_id) keepTheme(theme)
}

/** Shows and remembers the look of each service that this page learns of. @returns a function that stops it */
export function followTheme(): () => void {
  page.beside = document.documentElement.classList.contains('beside')
  page.pictured = document.documentElement.style.getPropertyValue('--banner') !== ''
  document.addEventListener('load', onPicture, true)
  let { service_info, welcome, locale } = useWelcome.getState()
  const stop = useWelcome.subscribe((now) => {
    if (now.service_info === service_info && now.welcome === welcome && now.locale === locale) return
    ;({ service_info, welcome, locale } = now)
    followService()
  })
  followService()
  return () => {
    stop()
    document.removeEventListener('load', onPicture, true)
  }
}
