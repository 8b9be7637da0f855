// The demo members as the sandbox lists them; the partner only shows them.
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
