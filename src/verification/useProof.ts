// The proof of a right code, until the page's own call has used it. In memory only.
import { useState } from 'react'
import type { Followed } from '../rules/visit/followed.ts'
import type { Proof } from '../../contract/shapes/service.ts'

/**
 * @param spend uses the proof
 * @param onRefused runs if the proof counts no more
 */
export function useProof(spend: (proof: Proof) => Promise<Followed>, onRefused: () => void) {
  const [proof, setProof] = useState<Proof | null>(null)

  async function follow(earned: Proof): Promise<void> {
    const followed = await spend(earned)
    setProof(followed === 'undecided' ? earned : null)
    if (followed === 'refused') onRefused()
  }

  return {
    follow,
    /** Repeats the call that uses the proof; null if there is no undecided proof. */
    again: proof === null ? null : () => follow(proof),
    drop: () => setProof(null),
  }
}
