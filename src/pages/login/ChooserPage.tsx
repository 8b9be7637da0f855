// Spec §2, /loginSSO: the accounts that are signed in in this browser. Continue as one, forget one, or use another.
import { useEffect, useRef, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import { deleteSsoSession, verifySso } from '../../api/auth.ts'
import { now } from '../../effects/browser/clock.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { useFormError } from '../../effects/forms/useFormError.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { formatAgo } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { refusal } from '../../rules/errors/login.ts'
import { failureKind } from '../../rules/errors/refusal.ts'
import { isolated } from '../../rules/texts/isolated.ts'
import { onProgress } from '../../rules/visit/matcher.ts'
import { go, notice } from '../../rules/visit/outcome.ts'
import { paths } from '../../rules/visit/paths.ts'
import { forgetFailures, openModal, showToast } from '../../stores/screen.ts'
import { saveToWelcome, useWelcome } from '../../stores/welcome.ts'
import { type Account, AccountList } from '../../ui/lists/AccountList.tsx'
import { Skeleton } from '../../ui/shell/Skeleton.tsx'
import { ACCOUNT_CLIENT } from '../../../contract/codes.ts'
import type { SsoSession, Welcome } from '../../../contract/shapes/welcome.ts'
import { mobileStep } from './mobileStep.ts'
import { PasskeyRoom } from './PasskeyRoom.tsx'

/**
 * The only account of this browser opens its own pages without a question, as it opens a service. Right after a reset the issuer knows it from this
 * list alone. Back and a reload show the list.
 */
function useOnly(welcome: Welcome | null): string | null {
  const isEntered = useNavigationType() !== NavigationType.Pop
  const [only] = useState(() => {
    const [first, ...others] = welcome?.sso_sessions ?? []
    return isEntered && welcome?.client_id === ACCOUNT_CLIENT && first && others.length === 0 ? first.id : null
  })
  return only
}

const byLastUse = (a: SsoSession, b: SsoSession) => b.last_used_at.localeCompare(a.last_used_at)

export default function ChooserPage() {
  const locale = useLocale()
  const perform = usePerform()
  const welcome = useWelcome((state) => state.welcome)
  const [busy, setBusy] = useState<string | null>(null)
  const { handle, error, forget: forgetError, wait } = useFormError()
  const only = useOnly(welcome)
  const [isPassing, setPassing] = useState(only !== null)
  const begun = useRef(false)
  useEffect(() => {
    if (only === null || begun.current) return
    begun.current = true
    void continueAs(only).then(() => setPassing(false))
    // Once, as the page is entered.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (!welcome) return null
  const { transaction_id, state, sso_sessions } = welcome
  const keep = (left: SsoSession[]) => saveToWelcome({ welcome: { ...welcome, sso_sessions: left } })

  async function continueAs(id: string) {
    if (busy || wait > 0) return
    setBusy(id)
    forgetError(() => void continueAs(id))
    const answer = await verifySso({ sso_session_id: id, transaction_id, state })
    // The server has ended this account's session: the member has to sign in again.
    if (!answer.ok && failureKind(answer.failure) === 'notSignedIn') {
      keep(sso_sessions.filter((session) => session.id !== id))
      await perform([notice('sso.signedOut'), go(paths.login)])
    } else await perform(onProgress(answer, { ...serviceFacts(), here: paths.loginSso }), handle)
    setBusy(null)
  }

  async function askToForget({ id, name, login_id }: Account) {
    if (busy || wait > 0) return
    const values = { name: isolated(name), login_id }
    if ((await openModal({ name: 'confirm', text: 'sso.forgetConfirm', values })) === 'ok') await forget(id)
  }

  async function forget(id: string) {
    setBusy(id)
    forgetError(() => void forget(id))
    const answer = await deleteSsoSession(id)
    setBusy(null)
    if (!answer.ok && failureKind(answer.failure) !== 'notFound')
      return perform(refusal(answer.failure, serviceFacts()), handle)
    // A session that the server no longer knows counts as signed out: "not found" would contradict that.
    forgetFailures()
    const left = sso_sessions.filter((session) => session.id !== id)
    keep(left)
    showToast('sso.forgotten', 'success')
    if (left.length === 0) return perform([go(paths.login)])
    // The row has disappeared with its focused button.
    document.getElementById('title')?.focus()
  }

  if (isPassing) return <Skeleton />
  return (
    <AccountList
      accounts={[...sso_sessions].sort(byLastUse).map((session) => ({
        ...session,
        lastUsed: formatAgo(locale, session.last_used_at, now()),
      }))}
      busy={busy}
      wait={wait}
      onContinue={(id) => void continueAs(id)}
      onForget={(account) => void askToForget(account)}
      error={error}
    >
      <PasskeyRoom
        here={paths.loginSso}
        handle={handle}
        loadPhone={mobileStep.load}
        onBegin={forgetError}
        onBusy={(runs) => setBusy(runs ? '' : null)}
      />
    </AccountList>
  )
}
