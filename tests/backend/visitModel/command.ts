// A command of the models: when it can be tried, what it does, and how a report names it.
import type fc from 'fast-check'
import type { May } from './facts.ts'
import type { World } from './world.ts'

export type Does = { can: (world: World) => boolean; does: (world: World) => Promise<May>; says: string }

export class Command implements fc.AsyncCommand<World, World> {
  private readonly acts: readonly [Does, ...Does[]]
  /** @param others are tried in their order where `act` cannot be */
  constructor(act: Does, ...others: Does[]) {
    this.acts = [act, ...others]
  }
  private first = (world: World) => this.acts.find(({ can }) => can(world))
  check = (world: Readonly<World>) => this.first(world as World) !== undefined
  run = (world: World) => {
    const { says, does } = this.first(world) ?? this.acts[0]
    return world.run(says, () => does(world))
  }
  toString = () => this.acts[0].says + (this.acts.length > 1 ? ', or another tab that can' : '')
}
