// State outside React and the stores that lives as long as the page. `contract`, `rules` and `i18n` do not import it.

const resets: (() => void)[] = []

/** Registers what brings a part of the app back to the state after a page load. */
export const onPageReset = (reset: () => void): void => void resets.push(reset)

/**
 * @param first returns the state after a page load
 * @param end stops what the state has started
 * @returns the one object with the state of a module
 */
export function pageState<State extends object>(first: () => State, end?: (state: State) => void): State {
  const state = first()
  onPageReset(() => {
    end?.(state)
    Object.assign(state, first())
  })
  return state
}

/** As a page load does: clients, stores, registries and everything else that a module remembers begin anew. */
export const resetPage = (): void => resets.forEach((reset) => reset())
