// Spec §4, the login form. Its fields are native: what is typed before the app is up stays in them.
import { useEffect, useRef, useState } from 'react'
import { releaseSubmit } from '../../api/early.ts'
import { quietly } from '../../effects/browser/idle.ts'
import { useHeld } from '../../effects/forms/useHeld.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { loadLaterTexts } from '../../i18n/languages.ts'
import { useTexts } from '../../i18n/texts.tsx'
import { loginProblem } from '../../rules/fields/loginForm.ts'
import { leaves, type Outcome, type Step } from '../../rules/visit/outcome.ts'
import type { paths } from '../../rules/visit/paths.ts'
import { canStaySignedIn } from '../../rules/visit/service.ts'
import { waitText } from '../../rules/codes/wait.ts'
import { holdPasskey, releasePasskey } from '../../state/passkeyQuestion.ts'
import { forgetFailures } from '../../stores/screen.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { EmailField } from '../../ui/fields/EmailField.tsx'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { fieldOf } from './formHandle.ts'
import { fetchRequest, importSubmit } from './importSubmit.ts'
import { LoginLinks } from './LoginLinks.tsx'
import { mobileStep } from './mobileStep.ts'
import { PasskeyRoom } from './PasskeyRoom.tsx'
import { SignedInElsewhere } from './SignedInElsewhere.tsx'
import { keepTyped, useFilledIn } from './useFilledIn.ts'
import type { EntryHere } from './useEntry.ts'
import { useFormState } from './useFormState.ts'

type Props = EntryHere & { here: typeof paths.login | typeof paths.certification }

/** The steps that say something on this page. */
const SAID_HERE: ReadonlySet<Step['do']> = new Set(['formError', 'fieldError', 'toast'])

export function LoginForm({ here, entered, arrived }: Props) {
  const { t } = useTexts()
  const perform = usePerform()
  const welcome = useWelcome((state) => state.welcome)
  const form = useRef<HTMLDivElement>(null)
  const remembers = useFilledIn(form)
  const { problems, problemOf, error, wait, handle, sayOffline, begin, loaded } = useFormState(form)
  const keep = () => keepTyped(form)
  const hold = useHeld()
  /** A passkey is being checked. */
  const [busy, setBusy] = useState(false)

  // The ID from the service or the browser may arrive after an early submit.
  useEffect(() => {
    if (!releaseSubmit()) return
    const press = () => form.current?.querySelector('form')?.requestSubmit()
    if (fieldOf(form.current, 'login_id')?.value) press()
    else void entered().then(press)
  }, [entered])

  /** @returns what follows from the answer. Null: nothing was sent, and the form says why */
  async function send(): Promise<Outcome | null> {
    const read = (name: string) => fieldOf(form.current, name)
    const typed = { login_id: read('login_id')?.value.trim() ?? '', password: read('password')?.value ?? '' }
    keep()
    forgetFailures()
    const problem = loginProblem(typed, hold)
    begin(problem)
    if (problem) return null
    if (!navigator.onLine) return sayOffline()
    const coming = entered()
    // Without a time limit: the member waits, and can ask for the files again.
    const code = await fetchRequest().then(() => loaded(Promise.all([importSubmit(), coming])))
    if (!code) return null
    const current = useWelcome.getState().welcome
    if (!current) return sayOffline()
    const [{ logIn }] = code
    const box = read('remember')
    const rest = {
      remember: box?.checked ?? false,
      forget: box?.defaultChecked ?? false,
      stay_session: read('stay_session')?.checked ?? false,
    }
    const outcome = await logIn({ ...typed, ...rest }, current, here)
    // A page and a dialog load their texts themselves, and a member who leaves needs none.
    if (outcome.some((step) => SAID_HERE.has(step.do)) && !(await loaded(loadLaterTexts().then(() => true))))
      return null
    await arrived(outcome)
    return outcome
  }

  /**
   * Loads what a press needs while the member types or taps. A password manager does neither: it fills the fields and presses at once, and
   * then `send` loads it.
   * NOTE: the load waits for the answer of the entry. On a slow network a press may be waiting for the same connection.
   */
  function prepare({ target }: { target: EventTarget }) {
    if (!(target instanceof HTMLInputElement)) return
    Promise.all([importSubmit(), entered()]).then(
      ([{ preload }]) => preload(),
      () => {},
    )
  }

  /** A question for a passkey does not run beside it. */
  async function submit() {
    holdPasskey()
    const outcome = await quietly(send())
    if (outcome) {
      const performed = perform(outcome, handle)
      // A notice may stay for long, and then loading goes on. The page of a service has the network to itself.
      await (leaves(outcome) ? quietly(performed) : performed)
    }
    releasePasskey()
  }

  async function continueSignIn(show: (isShown: boolean) => void) {
    const code = await loaded(importSubmit())
    if (!code || !welcome) return
    show(false)
    const outcome = await code.continueElsewhere(welcome, here)
    // Without a connection nothing follows, and the way stays.
    await (outcome.length > 0 ? perform(outcome, handle) : show(true))
  }

  return (
    <div
      ref={form}
      role="presentation"
      onKeyDown={(event) => event.key !== 'Tab' && prepare(event)}
      onPointerDown={prepare}
    >
      <FormShell
        title={t('login.title')}
        onSubmit={submit}
        busy={busy}
        submit={t('login.submit') + waitText(wait)}
        incomplete={wait > 0}
        error={error}
        problems={problems}
        after={
          <>
            <PasskeyRoom
              here={here}
              handle={handle}
              arrived={arrived}
              loadPhone={mobileStep.load}
              field={() => fieldOf(form.current, 'login_id')}
              staysSignedIn={() => fieldOf(form.current, 'stay_session')?.checked ?? false}
              onBegin={() => begin(null)}
              onBusy={setBusy}
            />
            <LoginLinks onFollow={keep} />
          </>
        }
      >
        <SignedInElsewhere onContinue={(show) => quietly(continueSignIn(show))} />
        <EmailField name="login_id" label={t('login.email')} error={problemOf('login_id')} onInput={keep} />
        <PasswordField
          name="password"
          label={t('login.password')}
          error={problemOf('password')}
          autoComplete="current-password"
        />
        <div className="checks">
          {remembers && <Checkbox name="remember" label={t('login.remember')} />}
          {(!welcome || canStaySignedIn(welcome)) && (
            <div className={welcome ? undefined : 'if-stay'}>
              <Checkbox name="stay_session" label={t('login.stay')} />
            </div>
          )}
        </div>
      </FormShell>
    </div>
  )
}
