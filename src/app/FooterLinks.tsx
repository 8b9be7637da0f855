// Spec §2, footer: the policies in the page's language, the service's terms, and support for one application.
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { loadAhead } from '../effects/browser/idle.ts'
import { useTexts } from '../i18n/texts.tsx'
import { TERMS_LANGUAGE, policyPage } from '../rules/texts/locale.ts'
import { paths } from '../rules/visit/paths.ts'
import { serviceTermsUrl, showsSupport } from '../rules/visit/service.ts'
import { isSafeAddress } from '../rules/fields/webAddress.ts'
import { getSettings } from '../stores/settings.ts'
import { useWelcome } from '../stores/welcome.ts'
import { Footer } from '../ui/shell/Footer.tsx'
import type { TermsLanguage } from '../../contract/codes.ts'

/** Null if even the code of the call could not be loaded. */
const askForTerms = (rp_id: string, language: TermsLanguage) =>
  import('../api/service.ts').then(
    ({ termsLinks }) => termsLinks(rp_id, language),
    () => null,
  )

/** The address of the service's terms, requested when the browser is idle, in the language of the page. Undefined while it is unknown. */
function useTermsUrl(): string | null | undefined {
  const language = TERMS_LANGUAGE[useTexts().locale]
  const rp_id = useWelcome((state) => state.service_info?.rp_id)
  const [found, setFound] = useState<{ language: string; url: string | null }>()

  useEffect(() => {
    if (!rp_id) return
    let isCurrent = true
    const cancel = loadAhead(() => {
      void askForTerms(rp_id, language).then((answer) => {
        const url = answer?.ok ? serviceTermsUrl(answer.data) : undefined
        if (isCurrent) setFound({ language, url: isSafeAddress(url) ? url : null })
      })
    })
    return () => {
      isCurrent = false
      cancel()
    }
  }, [rp_id, language])

  // At the entry the service is not known yet; elsewhere it is known, or there is none.
  const isAtEntry = useLocation().pathname.startsWith(paths.init)
  if (!rp_id) return isAtEntry ? undefined : null
  return found?.language === language ? found.url : undefined
}

export function FooterLinks() {
  const { t, locale } = useTexts()
  const client_id = useWelcome((state) => state.welcome?.client_id ?? '')
  const terms = useTermsUrl()
  // NOTE: a prerendered page knows no setting, and hydration corrects no attribute. Until the terms are known, the links are its own, which the
  // server redirects (server/app/answer.ts).
  const base = terms === undefined ? '' : (getSettings()?.VITE_POLICIES_URL ?? '')
  return (
    <Footer
      complete={terms !== undefined}
      links={[
        ...(showsSupport(client_id, getSettings()?.VITE_SUPPORT_CLIENT_ID ?? '')
          ? [{ text: t('shell.support'), href: policyPage('support', locale, base) }]
          : []),
        { text: t('shell.cookie'), href: policyPage('cookie', locale, base) },
        { text: t('shell.privacy'), href: policyPage('privacy', locale, base) },
        ...(terms ? [{ text: t('shell.terms'), href: terms }] : []),
      ]}
    />
  )
}
