// Spec §2, /init/{password,join,sign-up,session}: the service-neutral shell while the server is asked.
import { useEffect } from 'react'
import { initSession } from '../../api/auth.ts'
import { serviceInfo } from '../../api/init.ts'
import { onCodeLost } from '../../effects/faults/chunks.ts'
import { enterOnce, keepEntry } from '../../effects/start/enter.ts'
import { factsOf } from '../../effects/session/serviceFacts.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { type EntryAction, notAnEntry, parseEntryQuery } from '../../rules/visit/entry.ts'
import { onSession } from '../../rules/errors/session.ts'
import { goError, type Outcome } from '../../rules/visit/outcome.ts'
import { Skeleton } from '../../ui/shell/Skeleton.tsx'
import { pageState } from '../../state/pageState.ts'

async function checkSession(search: string) {
  const query = parseEntryQuery(search)
  if (!query) return notAnEntry
  keepEntry('session', query)
  const { transaction_id, state } = query
  const visit = { transaction_id, state }
  const [session, first] = await Promise.all([initSession(visit), serviceInfo(visit)])
  const isWelcome = session.ok && 'client_id' in session.data
  const service = isWelcome && !first.ok ? await serviceInfo(visit) : first
  return onSession(session, service, factsOf(service))
}

const page = pageState(() => ({ checks: new Map<string, ReturnType<typeof checkSession>>() }))

/** A session check leads away or to an error; StrictMode's second run joins the first. "Try again" on the error page checks again. */
function checkOnce(search: string) {
  const known = page.checks.get(search)
  if (known) return known
  const check = checkSession(search).finally(() => setTimeout(() => page.checks.delete(search)))
  page.checks.set(search, check)
  return check
}

export default function EntryPage({ action }: { action: EntryAction }) {
  const perform = usePerform()
  useEffect(() => {
    let left = false
    const { search } = location
    const entry = action === 'session' ? checkOnce(search) : enterOnce(action, search)
    const lost = async (error: unknown): Promise<Outcome> => {
      await onCodeLost(error)
      return [goError('500')]
    }
    void entry.catch(lost).then((outcome) => (left ? undefined : perform(outcome)))
    return () => {
      left = true
    }
  }, [action, perform])
  return <Skeleton />
}
