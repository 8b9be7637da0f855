// The demo members as the backend lists them, and what the page asks of it for them.
import * as z from 'zod/mini'

const DemoMember = z.object({
  key: z.string(),
  login_id: z.string(),
  password: z.string(),
  phone: z.nullable(z.string()),
  mbr_no: z.optional(z.string()),
  invitation: z.optional(z.string()),
  acr_values: z.optional(z.string()),
  shows: z.string(),
})
export type DemoMember = z.infer<typeof DemoMember>

/** Null when the backend does not answer, or was not started as the demo. */
export async function fetchMembers(backend_url: string): Promise<DemoMember[] | null> {
  try {
    const response = await fetch(`${backend_url}/demo/members.json`, { signal: AbortSignal.timeout(5000) })
    const parsed = z.array(DemoMember).safeParse(await response.json())
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

async function ask(url: string, body: object): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(30_000) }
  return fetch(url, init).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Gives a member the data of the one of this key. @returns whether that was done */
export const changeMember = (backend_url: string, login_id: string, like: string): Promise<boolean> =>
  ask(`${backend_url}/demo/members/change`, { login_id, like })

/** Resets all demo members and ends their sessions. @returns whether this succeeded */
export const resetMembers = (backend_url: string): Promise<boolean> => ask(`${backend_url}/demo/reset`, {})
