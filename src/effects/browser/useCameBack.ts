// Spec §2, the last page of a join: Back from it reaches a page that leads to the last one again.
import { useEffect, useState } from 'react'
import { pageState } from '../../state/pageState.ts'

const page = pageState(() => ({ place: -1 }))

/** The place of the current entry in the history of this tab, as the router counts it. */
function placeNow(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : 0
}

/** Whether Back led here: this page was shown in this document before, at a later place of the history. */
export function useCameBack(): boolean {
  const [place] = useState(placeNow)
  const [isBack] = useState(() => place < page.place)
  useEffect(() => {
    if (!isBack) page.place = place
  }, [isBack, place])
  return isBack
}
