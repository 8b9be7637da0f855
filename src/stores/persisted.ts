// A store whose state survives a reload in encrypted session storage, and comes back only if it still matches its schema.
// NOTE: zustand's `persist` touches localStorage at each use, and the first touch costs a third of the first rendering.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { encryptedSession, shapeOf } from './encrypted.ts'
import type { StoreName } from './shapes.ts'
import { onPageReset } from '../state/pageState.ts'

const all: { name: StoreName; rehydrate(): void; reset(): void }[] = []

function stored(name: StoreName): object | undefined {
  try {
    return shapeOf(name)?.safeParse(JSON.parse(encryptedSession.getItem(name) ?? '')).data
  } catch {
    return undefined
  }
}

/**
 * @param keep selects the stored part; the whole state by default
 * @returns a zustand store that holds `empty` until `rehydrateStores` is called
 */
export function persisted<State extends object>(
  name: StoreName,
  empty: State,
  keep: (state: State) => Partial<State> = (state) => state,
): UseBoundStore<StoreApi<State>> {
  const useStore = create<State>()(() => empty)
  let restored: State | undefined
  useStore.subscribe((state) => {
    if (state !== restored) encryptedSession.setItem(name, JSON.stringify(keep(state)))
  })
  all.push({
    name,
    rehydrate: () => {
      restored = { ...useStore.getState(), ...stored(name) }
      useStore.setState(restored, true)
    },
    reset: () => {
      useStore.setState(empty, true)
      encryptedSession.removeItem(name)
    },
  })
  return useStore
}

/** Restores the stored state of this tab, or of one store. */
export const rehydrateStores = (only?: StoreName): void =>
  all.forEach((store) => (only === undefined || store.name === only) && store.rehydrate())

/** Forgets the visit: each store has its initial state, and its stored envelope is deleted. */
export const resetStores = (): void => all.forEach((store) => store.reset())
onPageReset(resetStores)
