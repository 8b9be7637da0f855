// A command of the models: when it can be tried, what it does, and how a report names it.
import type fc from 'fast-check'
import type { May } from './facts.ts'
import type { World } from './world.ts'

export type Does = { can(world: World): boolean; does(world: World): Promise<May>; says: string }

export class Command implements fc.AsyncCommand<World, World> {
  private readonly act: Does
  constructor(act: Does) {
    this.act = act
  }
  check = (world: Readonly<World>) => this.act.can(world as World)
  run = (world: World) => world.run(this.act.says, () => this.act.does(world))
  toString = () => this.act.says
}
