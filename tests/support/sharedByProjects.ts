// What the set-ups of several projects use: the first one opens it, and the last one closes it.

type Closing = { close: () => Promise<void> }
type Opened = { thing: Promise<Closing>; projects: number }

// Vitest calls the set-ups in one process, but loads their modules anew for each project.
const opened = ((globalThis as { daemunTests?: Map<string, Opened> }).daemunTests ??= new Map<string, Opened>())

/** @returns what gives one more project the thing of this name, with what the project calls at its end */
export function sharedByProjects<Thing extends Closing>(name: string, open: () => Promise<Thing>) {
  return async (): Promise<{ shared: Thing; leave: () => Promise<void> }> => {
    const one = opened.get(name) ?? { thing: open(), projects: 0 }
    opened.set(name, one)
    one.projects += 1
    const shared = (await one.thing) as Thing
    const leave = async () => {
      one.projects -= 1
      if (one.projects === 0) await shared.close()
    }
    return { shared, leave }
  }
}
