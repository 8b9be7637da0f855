// Spec §2, the login page. It is also what the entry shows at once: the build puts its form into the page, and what is
// typed before the app is up, or before the server has answered, stays.
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { releaseSubmit } from '../../api/early'
import { booted } from '../../effects/booted'
import { arriving, onCodeLost } from '../../effects/chunks'
import { onSignedInElsewhere } from '../../effects/leave'
import { afterFrame, whenIdle } from '../../effects/idle'
import { canRemember, remembered } from '../../effects/remembered'
import { useCountdown } from '../../effects/useCountdown'
import { usePerform } from '../../effects/usePerform'
import { loadLaterTexts } from '../../i18n/languages'
import { useTexts } from '../../i18n/texts'
import { loginProblem } from '../../rules/loginForm'
import type { Said } from '../../rules/messages'
import type { Outcome } from '../../rules/outcome'
import { paths } from '../../rules/paths'
import { canJoin, canStaySignedIn } from '../../rules/service'
import { saveLogin, secondStepPending, useLogin } from '../../stores/login'
import { forgetFailures } from '../../stores/screen'
import { getSettings } from '../../stores/settings'
import { useWelcome } from '../../stores/welcome'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/fields/Checkbox'
import { PasswordField } from '../../ui/fields/PasswordField'
import { TextField } from '../../ui/fields/TextField'
import { FormShell } from '../../ui/FormShell'
import { Skeleton } from '../../ui/Skeleton'
import { TextLink } from '../../ui/TextLink'
import { memoizeImport, withTimeout } from '../../wire/timeout'
import { fieldOf, formHandle, type SaidOf } from './formHandle'

const importSubmit = memoizeImport(() => import('./submit'))

/** Loads the entry's code after the form. If that fails, the next submit tries again. */
async function enter(search: string): Promise<Outcome> {
  await booted()
  const { enterOnce } = await withTimeout(import('../../effects/soon'))
  return enterOnce('login', search)
}

const MobileStep = lazy(() =>
  arriving(async () => {
    const [module] = await Promise.all([withTimeout(import('./MobileStep')), loadLaterTexts()])
    return module
  }),
)

/** The outcome of a submit without a connection. Nothing was sent. */
const OFFLINE = { text: 'errors.noConnection' } as const

type Props = { mode: 'entry' | 'login' | 'certification' }

export function LoginPage({ mode }: Props) {
  const perform = usePerform()
  // Subscribed, so that the second step replaces the form at once.
  useLogin((login) => login.auth_token)
  const entry = useRef<Promise<void>>(undefined)

  // The first caller starts the entry: a held submit may run before this page's own effect.
  function entered(): Promise<void> {
    if (mode !== 'entry') return Promise.resolve()
    entry.current ??= enter(location.search)
      .then((outcome) => perform(outcome), onCodeLost)
      .then(() => {
        // There was no answer. The next submit and the next `online` event ask again.
        if (!useWelcome.getState().welcome) entry.current = undefined
      })
    return entry.current
  }

  // Delayed, because this effect is part of the hydration of the form.
  useEffect(() => afterFrame(() => void entered()))
  useEffect(() => {
    const again = () => void entered()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  })

  const here = mode === 'certification' ? paths.certification : paths.login
  if (mode !== 'entry' && secondStepPending())
    return (
      <Suspense fallback={<Skeleton />}>
        <MobileStep />
      </Suspense>
    )
  return <LoginForm here={here} entered={entered} />
}

type FormProps = { here: typeof paths.login | typeof paths.certification; entered: () => Promise<void> }

function LoginForm({ here, entered }: FormProps) {
  const { t } = useTexts()
  const perform = usePerform()
  const welcome = useWelcome((state) => state.welcome)
  const hinted = useWelcome((state) => state.route_query.login_id)
  const form = useRef<HTMLDivElement>(null)
  const [problems, setProblems] = useState<readonly SaidOf[]>([])
  const [error, setError] = useState<Said | null>(null)
  const [remembers, setRemembers] = useState(true)
  const [elsewhere, setElsewhere] = useState(false)
  const words = ({ text, values }: Said) => t(text, values)
  const shown = problems.map((one) => ({ ...one, text: words(one) }))
  const problemOf = (field: string) => shown.find((problem) => problem.field === field)?.text

  // The markup is the same for everybody. Values that this browser remembers are filled in after hydration.
  useEffect(() => whenIdle(() => setRemembers(canRemember())), [])

  useEffect(() => {
    const fill = (value: string) => {
      const login_id = fieldOf(form.current, 'login_id')
      if (login_id && !login_id.value) login_id.value = value
    }
    fill(useLogin.getState().login_id || hinted || '')
    // The first access to the browser's storage takes as long as the rest of this form.
    return afterFrame(() => {
      const known = remembered()
      if (!known) return
      fill(known.login_id)
      const remember = fieldOf(form.current, 'remember')
      if (remember) remember.checked = true
    })
  }, [hinted])

  // The entry resets every store, so typed text is stored again for a reload.
  useEffect(() => {
    const typed = fieldOf(form.current, 'login_id')?.value.trim()
    if (welcome && typed) saveLogin({ login_id: typed })
  }, [welcome])

  useEffect(() => onSignedInElsewhere(() => setElsewhere(true)), [])

  // The ID from the service or the browser may arrive after an early submit.
  useEffect(() => {
    if (!releaseSubmit()) return
    const press = () => form.current?.querySelector('form')?.requestSubmit()
    if (fieldOf(form.current, 'login_id')?.value) press()
    else void entered().then(press)
  }, [entered])

  const [wait, startWait] = useCountdown()
  const handle = formHandle(form, setProblems, setError, startWait)

  const keepTyped = () => saveLogin({ login_id: fieldOf(form.current, 'login_id')?.value.trim() ?? '' })

  async function submit() {
    const read = (name: string) => fieldOf(form.current, name)
    const typed = { login_id: read('login_id')?.value.trim() ?? '', password: read('password')?.value ?? '' }
    keepTyped()
    setError(null)
    forgetFailures()
    const found = loginProblem(typed)
    setProblems(found ? [found] : [])
    if (found) return
    if (!navigator.onLine) return setError(OFFLINE)
    const code = await Promise.all([importSubmit(), loadLaterTexts(), entered()]).catch(onCodeLost)
    const current = useWelcome.getState().welcome
    if (!code || !current) return setError(OFFLINE)
    const [{ logIn }] = code
    const rest = { remember: read('remember')?.checked ?? false, stay_session: read('stay_session')?.checked ?? false }
    await perform(await logIn({ ...typed, ...rest }, current, here), handle)
  }

  async function continueSignIn() {
    const code = await importSubmit().catch(onCodeLost)
    if (!code) return setError(OFFLINE)
    const { continueElsewhere } = code
    setElsewhere(false)
    if (welcome) await perform(await continueElsewhere(welcome), handle)
  }

  return (
    <div
      ref={form}
      // Not when the focus only passes on its way to a link.
      onFocus={({ target }) => {
        if (!(target instanceof HTMLInputElement)) return
        importSubmit().then(
          ({ preload }) => preload(),
          () => {},
        )
      }}
    >
      <FormShell
        title={t('login.title')}
        onSubmit={submit}
        submit={t('login.submit') + (wait > 0 ? ` (${wait})` : '')}
        incomplete={wait > 0}
        error={error && words(error)}
        problems={shown}
        after={
          <nav className="links" aria-label={t('login.other')}>
            <TextLink to={paths.identifyMyId} onFollow={keepTyped}>
              {t('login.forgot')}
            </TextLink>
            {welcome && canJoin(welcome.client_id, getSettings()?.VITE_JOIN_CLIENT_IDS ?? []) && (
              <TextLink to={paths.join}>{t('login.join')}</TextLink>
            )}
          </nav>
        }
      >
        {/* Rendered before its text, because screen readers announce only changes of an existing live region. */}
        <div role="status" className={elsewhere ? 'aside' : 'hidden'}>
          {elsewhere && (
            <>
              <p>{t('login.signedInElsewhere')}</p>
              <Button plain small onClick={() => void continueSignIn()}>
                {t('login.continue')}
              </Button>
            </>
          )}
        </div>
        <TextField
          name="login_id"
          label={t('login.email')}
          error={problemOf('login_id')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onInput={keepTyped}
        />
        <PasswordField
          name="password"
          label={t('login.password')}
          error={problemOf('password')}
          autoComplete="current-password"
        />
        <div className="checks">
          {remembers && <Checkbox name="remember" label={t('login.remember')} />}
          {canStaySignedIn(welcome) && <Checkbox name="stay_session" label={t('login.stay')} />}
        </div>
      </FormShell>
    </div>
  )
}
