// Spec §3, join data in the browser: whose it is.
type Join = { login_id?: string | undefined; fixed: readonly string[]; join_status: string | null }
type Step = { step_login_id: string; matcher_type: string }

/**
 * Whether the join in this tab belongs to another member than the new sign-in. A join without a sign-in stays.
 * @param next the login ID of the sign-in; empty when the member only chose an account
 */
export function isOthersJoin(join: Join, step: Step, next: string): boolean {
  const hasOwner = step.matcher_type !== '' || join.fixed.includes('login_id') || join.join_status !== null
  const owner = step.step_login_id || (join.login_id ?? '')
  return hasOwner && (next === '' || owner.toLowerCase() !== next.toLowerCase())
}
