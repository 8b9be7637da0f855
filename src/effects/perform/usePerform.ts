// Spec §1–8, the only place that turns a step into a side effect. Steps that need no page are in plain.ts.
import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type Exit, onBadLocation } from '../../rules/visit/exit.ts'
import type { FormError, MessageKey, Said, Values } from '../../rules/texts/messages.ts'
import { noticeButton } from '../../rules/texts/noticeButton.ts'
import { type Outcome, type Step, type Way, goError } from '../../rules/visit/outcome.ts'
import { paths } from '../../rules/visit/paths.ts'
import { beginStep, saveLogin } from '../../stores/login.ts'
import { readFacts } from '../../stores/facts.ts'
import { openModal } from '../../stores/screen.ts'
import { emptySignUp, readSignUp, saveSignUp, useSignUp } from '../../stores/signUp.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { nextPage } from '../../state/nextPage.ts'
import { withTimeout, TIMEOUT_MS } from '../../state/timeout.ts'
import { onCodeLost } from '../faults/chunks.ts'
import { exitOf, leaveTo, announceSignIn } from '../browser/leave.ts'
import { performPlain } from './plain.ts'
import { endVisit, enter, expireVisit, saveService } from '../session/session.ts'

type Notice = Said & { ways?: readonly Way[]; button?: MessageKey }

/** What an outcome can do to a form. What a form cannot show becomes a notice. */
export type FormHandle = {
  clear?(field: string): void
  focus?(field: string): void
  fieldError?(field: string, text: MessageKey, values?: Values): void
  formError?(error: FormError): void
  /** Blocks the form for these seconds. */
  wait?(seconds: number): void
}

export type Perform = (outcome: Outcome, form?: FormHandle) => Promise<void>

/**
 * Never settles: buttons stay busy until the page unloads. If the service does not answer, the member can try again, as long as this tab
 * still has the same visit.
 */
async function leaveAtLast(exit: Exit): Promise<never> {
  const { welcome } = useWelcome.getState()
  while (useWelcome.getState().welcome === welcome) {
    leaveTo(exit)
    await new Promise((resolve) => {
      setTimeout(resolve, TIMEOUT_MS)
    })
    if (useWelcome.getState().welcome === welcome) await openModal({ name: 'notice', text: 'errors.serviceSlow' })
  }
  return new Promise(() => {})
}

/** @returns the outcome of the way that the member chose, or null */
async function showNotice({ text, values, ways = [], button }: Notice, rest: Outcome = []): Promise<Outcome | null> {
  const chosen = { outcome: null as Outcome | null }
  await openModal({
    name: 'notice',
    text,
    ...(values && { values }),
    button: button ?? noticeButton(rest),
    ways: ways.map(({ outcome, ...way }) => ({ ...way, onPress: () => void (chosen.outcome = outcome) })),
  })
  return chosen.outcome
}

/** Deletes the join in this tab if a new sign-in belongs to another member. */
async function forgetOthersJoin(next: string | undefined): Promise<void> {
  if (next === undefined || !readSignUp().login_id) return
  await withTimeout(import('../session/forgetJoin.ts')).then(
    ({ forgetOthersJoin }) => forgetOthersJoin(next),
    () => useSignUp.setState(emptySignUp, true),
  )
}

/** Pages that only redirect are replaced, so that Back does not run them again. */
const isTransitional = () => location.pathname.startsWith('/init') || location.pathname === '/'

export function usePerform(): Perform {
  const latest = useNavigate()
  // NOTE: the declarative router makes a new function at every move, which must not run a page's effects again.
  const navigation = useRef(latest)
  useEffect(() => {
    navigation.current = latest
  })
  // The page of this component. A component that is replaced while its page stays may still navigate.
  const left = useRef('')
  const { pathname } = useLocation()
  useEffect(() => {
    left.current = ''
    return () => void (left.current = pathname)
  }, [pathname])
  return useCallback(async function perform(whole, form) {
    // A late answer must not move a member who has left the page. A completed join stays completed.
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
      await nextPage()
    }
    let focused: string | null = null
    for (const [index, step] of outcome.entries())
      switch (step.do) {
        case 'redirect': {
          if (step.signedIn && readFacts().phoneOwed)
            return perform(
              await withTimeout(import('../session/phoneOwed.ts')).then(
                ({ phoneOwed }) => phoneOwed(),
                () => [goError('403')],
              ),
              form,
            )
          const exit = exitOf(step.url)
          if (!exit) return perform(onBadLocation(step.url), form)
          endVisit({ signedIn: step.signedIn === true })
          if (step.signedIn) announceSignIn(useWelcome.getState().welcome?.transaction_id ?? '')
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
        case 'beginStep':
          await forgetOthersJoin(step.login.step_login_id)
          beginStep(step.login)
          saveSignUp({ isApplyService: step.login.matcher_type === 'CONSENT_RELYING_PARTY' })
          break
        case 'keepJoin':
          saveSignUp(step.join)
          break
        case 'loadUserInfo': {
          const outcome = await withTimeout(import('../session/userInfo.ts')).then(
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
        case 'notice': {
          const chosen = await showNotice(step, outcome.slice(index + 1))
          if (chosen) return perform(chosen, form)
          break
        }
        case 'keepLoginId':
          saveLogin({ login_id: step.login_id })
          break
        case 'modal': {
          const status = await openModal({ name: step.name, ...(step.values && { values: step.values }) })
          // The dialog returns the focus to the element that had it, which is not what the outcome asked for.
          if (focused !== null) form?.focus?.(focused)
          if (status !== 'ok') return
          break
        }
        case 'formError': {
          const { do: _do, ...error } = step
          if (form?.formError) form.formError(error)
          else await showNotice(error)
          break
        }
        case 'wait':
          form?.wait?.(step.seconds)
          break
        case 'fieldError':
          if (form?.fieldError) form.fieldError(step.field, step.text, step.values)
          else await showNotice(step)
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
