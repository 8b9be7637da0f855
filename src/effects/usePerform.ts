// Spec §1–8, the only place where a step becomes a side effect; those that need no page are in plain.ts.
import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type Exit, onBadLocation } from '../rules/exit'
import type { MessageKey, Said, Values } from '../rules/messages'
import { type Outcome, type Step, goError } from '../rules/outcome'
import { paths } from '../rules/paths'
import { beginStep } from '../stores/login'
import { readFacts } from '../stores/facts'
import { openModal } from '../stores/screen'
import { emptySignUp, readSignUp, saveSignUp, useSignUp } from '../stores/signUp'
import { useWelcome } from '../stores/welcome'
import { inTime, PATIENCE_MS } from '../wire/patience'
import { onCodeLost } from './chunks'
import { exitOf, leaveTo, tellSignedIn } from './leave'
import { performPlain } from './plain'
import { endVisit, enter, expireVisit, saveService } from './session'

/** What a form lets an outcome do to it. What it cannot say itself is said by a notice. */
export type FormHandle = {
  clear?(field: string): void
  focus?(field: string): void
  fieldError?(field: string, text: MessageKey, values?: Values): void
  formError?(text: MessageKey, values?: Values): void
  /** Nothing may be sent for so many seconds. */
  wait?(seconds: number): void
}

export type Perform = (outcome: Outcome, form?: FormHandle) => Promise<void>

/**
 * Never settles: buttons stay busy until the page unloads. A service that keeps the browser waiting is asked again by the member, for
 * as long as the visit that is left is the one of this tab.
 */
async function leaveAtLast(exit: Exit): Promise<never> {
  const { welcome } = useWelcome.getState()
  while (useWelcome.getState().welcome === welcome) {
    leaveTo(exit)
    await new Promise((resolve) => {
      setTimeout(resolve, PATIENCE_MS)
    })
    if (useWelcome.getState().welcome === welcome) await openModal({ name: 'notice', text: 'errors.serviceSlow' })
  }
  return new Promise(() => {})
}

const tell = ({ text, values }: Said) => openModal({ name: 'notice', text, ...(values && { values }) })

/** A new sign-in may be another member's than the join in this tab, which then goes. */
async function forgetOthersJoin(next: string | undefined): Promise<void> {
  if (next === undefined || !readSignUp().login_id) return
  await inTime(import('./forgetJoin')).then(
    ({ forgetOthersJoin }) => forgetOthersJoin(next),
    () => useSignUp.setState(emptySignUp, true),
  )
}

/** Pages that only lead on are replaced, so that Back does not run them again. */
const isTransitional = () => location.pathname.startsWith('/init') || location.pathname === '/'

export function usePerform(): Perform {
  const latest = useNavigate()
  // @note the declarative router makes a new function at every move; a page's effects must not run again for that.
  const navigation = useRef(latest)
  useEffect(() => {
    navigation.current = latest
  })
  // The page on which this part lived. A part that is replaced while its page stays may still lead on.
  const left = useRef('')
  const { pathname } = useLocation()
  useEffect(() => {
    left.current = ''
    return () => void (left.current = pathname)
  }, [pathname])
  return useCallback(async function perform(whole, form) {
    // A late answer must not lead on a member who went elsewhere. That a join is done stays true.
    const isLeft = left.current && left.current !== location.pathname
    const outcome = isLeft
      ? whole.filter((step) => step.do === 'report' || (step.do === 'keepJoin' && step.join.join_status))
      : whole
    const navigate = navigation.current
    const go = async (step: Extract<Step, { do: 'go' }>) => {
      await navigate(
        { pathname: step.to, search: new URLSearchParams(step.query).toString() },
        { replace: step.replace === true || isTransitional() || step.to === paths.error },
      )
    }
    let focused: string | null = null
    for (const step of outcome)
      switch (step.do) {
        case 'redirect': {
          if (step.signedIn && readFacts().phoneOwed)
            return perform(
              await inTime(import('./phoneOwed')).then(
                ({ phoneOwed }) => phoneOwed(),
                () => [goError('403')],
              ),
              form,
            )
          const exit = exitOf(step.url)
          if (!exit) return perform(onBadLocation(step.url), form)
          endVisit({ signedIn: step.signedIn === true })
          if (step.signedIn) tellSignedIn()
          return leaveAtLast(exit)
        }
        case 'go':
          await go(step)
          break
        case 'back':
          await navigate(-1)
          break
        case 'welcome':
          enter(step.welcome)
          break
        case 'service':
          saveService(step.service)
          break
        case 'remember':
          await forgetOthersJoin(step.login.step_login_id)
          beginStep(step.login)
          saveSignUp({ isApplyService: step.login.matcher_type === 'CONSENT_RELYING_PARTY' })
          break
        case 'keepJoin':
          saveSignUp(step.join)
          break
        case 'loadUserInfo': {
          const outcome = await inTime(import('./userInfo')).then(
            ({ loadUserInfo }) => loadUserInfo(),
            async (error: unknown) => {
              await onCodeLost(error)
              return [goError('500')]
            },
          )
          if (outcome) return perform(outcome, form)
          break
        }
        case 'expire':
          expireVisit()
          break
        case 'notice':
          await tell(step)
          break
        case 'modal': {
          const status = await openModal({ name: step.name, ...(step.values && { values: step.values }) })
          // The dialog gives the focus back to whatever had it when it opened, and no outcome means that.
          if (focused !== null) form?.focus?.(focused)
          if (status !== 'ok') return
          break
        }
        case 'formError':
          if (form?.formError) form.formError(step.text, step.values)
          else await tell(step)
          break
        case 'wait':
          form?.wait?.(step.seconds)
          break
        case 'fieldError':
          if (form?.fieldError) form.fieldError(step.field, step.text, step.values)
          else await tell(step)
          break
        case 'clear':
          form?.clear?.(step.field)
          break
        case 'focus':
          focused = step.field
          form?.focus?.(step.field)
          break
        default:
          performPlain(step)
      }
  }, [])
}
