// The demo members as the sandbox lists them, and what the page asks of it for them.
import * as z from 'zod/mini'

const DemoMember = z.object({
  key: z.string(),
  login_id: z.string(),
  password: z.string(),
  phone: z.nullable(z.string()),
  mbr_no: z.optional(z.string()),
  invitation: z.optional(z.string()),
  shows: z.string(),
})
export type DemoMember = z.infer<typeof DemoMember>

/** Null when the sandbox does not answer, or was not started as the demo. */
export async function fetchMembers(sandbox_url: string): Promise<DemoMember[] | null> {
  try {
    const response = await fetch(`${sandbox_url}/demo/members.json`, { signal: AbortSignal.timeout(5000) })
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
export const changeMember = (sandbox_url: string, login_id: string, like: string): Promise<boolean> =>
  ask(`${sandbox_url}/demo/members/change`, { login_id, like })

/** All members as they were made, and nobody signed in. @returns whether that was done */
export const resetMembers = (sandbox_url: string): Promise<boolean> => ask(`${sandbox_url}/demo/reset`, {})
