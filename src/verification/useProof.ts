// The proof of a right code, until the page's own call has used it. In memory only.
import { useState } from 'react'
import type { Followed } from '../rules/followed'

/**
 * @param spend uses the proof
 * @param onRefused runs if the proof counts no more
 */
export function useProof(spend: (auth_code: string) => Promise<Followed>, onRefused: () => void) {
  const [proof, setProof] = useState<string | null>(null)

  async function follow(auth_code: string): Promise<void> {
    const followed = await spend(auth_code)
    setProof(followed === 'undecided' ? auth_code : null)
    if (followed === 'refused') onRefused()
  }

  return {
    follow,
    /** Repeats the call that uses the proof; null if there is no undecided proof. */
    again: proof === null ? null : () => follow(proof),
    drop: () => setProof(null),
  }
}
