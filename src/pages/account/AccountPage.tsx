// Screens, "Account": the pages of the account. Their guard is the session: without one, a sign-in begins and leads back here.
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { initAccount } from '../../api/account.ts'
import { onSignedInElsewhere } from '../../effects/browser/leave.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { type SectionName, sections } from '../../rules/account/sections.ts'
import { pathOf, paths } from '../../rules/visit/paths.ts'
import { redirect } from '../../rules/visit/outcome.ts'
import type { Account } from '../../../contract/shapes/account.ts'
import { MemberIsAsked } from '../../ui/memberIsAsked.ts'
import { Skeleton } from '../../ui/shell/Skeleton.tsx'
import { Slow } from '../../ui/Slow.tsx'
import { ActivityPage } from './Activity.tsx'
import { useNeeded } from './ask.ts'
import { DevicesPage } from './Devices.tsx'
import { Ended, LoadAgain } from './Ended.tsx'
import { Leaving } from './Leaving.tsx'
import { Overview } from './Overview.tsx'
import { PrivacyPage } from './privacy/Privacy.tsx'
import { ProofDialog } from './proof/ProofDialog.tsx'
import { SectionLinks } from './SectionLinks.tsx'
import { SecurityPage } from './security/Security.tsx'
import { ServicesPage } from './Services.tsx'
import { end, look, lookRestored, noteReturn, useSession } from './session.ts'
import { Ways } from './Ways.tsx'
import '../../ui/pages.css'
import './account.css'
import './items.css'
import './export.css'
import './wide.css'

type Section = 'overview' | SectionName

const pages: Record<Section, (props: { account: Account }) => ReactNode> = {
  overview: Overview,
  security: SecurityPage,
  devices: DevicesPage,
  services: ServicesPage,
  activity: ActivityPage,
  privacy: PrivacyPage,
}

/** The backend's sign-in leads back with this in the address. */
const RETURNED = 'signed_in'

/** Asks who is signed in when the page opens, becomes visible or is restored, and when another tab has signed in. */
function useWatch(): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (query.has(RETURNED)) {
      noteReturn()
      query.delete(RETURNED)
      void navigate({ pathname, search: query.toString() }, { replace: true })
    }
    void look()
    // Once, when the page opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  // The backend writes to the member in the language of this page, and learns it from a call.
  const locale = useLocale()
  const spoken = useRef(locale)
  useEffect(() => {
    if (spoken.current !== locale) void look()
    spoken.current = locale
  }, [locale])
  useEffect(() => {
    const onVisible = () => void (document.visibilityState === 'visible' && look())
    const onShow = ({ persisted }: PageTransitionEvent) => void (persisted && lookRestored())
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('pageshow', onShow)
    const stop = onSignedInElsewhere(() => void look())
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('pageshow', onShow)
      stop()
    }
  }, [])
}

/** Begins a sign-in, or a reset of the password, that leads back to this page. */
function SigningIn({ prompt }: { prompt?: 'password' }) {
  const perform = usePerform()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void initAccount({ return_to: pathOf(location.pathname) ?? paths.account, ...(prompt && { prompt }) }).then(
      (answer) => (answer.ok ? perform([redirect(answer.data.location)]) : end('failed')),
    )
  }, [perform, prompt])
  return <Waiting />
}

const Waiting = () => (
  <>
    <Skeleton />
    <Slow busy />
  </>
)

export default function AccountPage({ section }: { section: Section }) {
  const { t } = useTranslation()
  const title = sections.find(({ name }) => name === section)?.title ?? 'title.account'
  useWatch()
  const session = useSession()
  const isAsked = useNeeded(({ needed }) => needed !== null)
  if (session.at === 'asking') return <Waiting />
  if (session.at === 'signIn') return <SigningIn />
  if (session.at === 'reset') return <SigningIn prompt="password" />
  if (session.at === 'failed') return <LoadAgain />
  if (session.at !== 'here') return <Ended key={session.at} why={session.at} />
  const Page = pages[section]
  return (
    <div className={section === 'overview' ? 'account-page' : 'account-page with-links'}>
      {section !== 'overview' && <SectionLinks here={section} />}
      <div className="stack account-body">
        <div className="account-head">
          <h1 id="title" tabIndex={-1}>
            {t(title)}
          </h1>
          <Ways />
        </div>
        <MemberIsAsked value={isAsked}>
          <Leaving account={session.account} />
          <Page account={session.account} />
        </MemberIsAsked>
      </div>
      <ProofDialog />
    </div>
  )
}
