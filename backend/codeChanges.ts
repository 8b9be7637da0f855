// Looks every few seconds whether an operator has changed a list of the join forms, so that every instance has the same ones without a restart.
import type { Ctx } from './context.ts'
import { codesStamp, servingCodes } from './domain/lists/codeVersions.ts'
import { followVersions } from './versionChanges.ts'

/** Reads the lists for the first time, and then again when one has changed. @returns stops it */
export const followCodes = (ctx: Ctx, every_seconds: number): Promise<() => void> =>
  followVersions(ctx, every_seconds, {
    name: 'codes',
    stampOf: codesStamp,
    async read() {
      ctx.codes = await servingCodes(ctx.db)
      return ctx.codes.size
    },
  })
