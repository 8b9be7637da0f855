// Contract, file API: its one call, the enrollment letter, comes with the pending step that asks for it; until then every path is unknown.
import { Hono } from 'hono'
import type { Ctx } from '../context'

export const fileRoutes = (_ctx: Ctx): Hono => new Hono()
