// A store whose state survives a reload in encrypted session storage, and comes back only if it still has its shape.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { encryptedSession, shapeOf } from './encrypted'
import type { StoreName } from './shapes'

const all: { name: StoreName; rehydrate(): void; reset(): void }[] = []

/**
 * @param keep picks what is stored; all of the state if it is left out.
 * @returns a zustand store that holds `empty` until `rehydrateStores` is called.
 */
export function persisted<State extends object>(
  name: StoreName,
  empty: State,
  keep: (state: State) => Partial<State> = (state) => state,
): UseBoundStore<StoreApi<State>> {
  const useStore = create<State>()(
    persist(() => empty, {
      name,
      version: 1,
      storage: createJSONStorage(() => encryptedSession),
      skipHydration: true,
      partialize: keep,
      merge: (stored, current) => {
        const parsed = shapeOf(name)?.safeParse(stored)
        return parsed?.success ? { ...current, ...parsed.data } : current
      },
    }),
  )
  all.push({
    name,
    rehydrate: () => void useStore.persist.rehydrate(),
    reset: () => {
      useStore.setState(empty, true)
      useStore.persist.clearStorage()
    },
  })
  return useStore
}

/** Brings back what this tab has stored; of one store alone, if it is named. */
export const rehydrateStores = (only?: StoreName): void =>
  all.forEach((store) => (only === undefined || store.name === only) && store.rehydrate())

/** Forgets the visit: every store is as new and its stored envelope is gone. */
export const resetStores = (): void => all.forEach((store) => store.reset())
