// Contract, node API: client errors and health.
import * as z from 'zod/mini'

const short = z.string().check(z.maxLength(512))

/** POST /v1/client-errors. No secrets, queries or field values; `route` is a route template, `release` the version of the app. */
export const ClientError = z.strictObject({
  id: short,
  message: z.string().check(z.maxLength(2000)),
  stack: z.optional(z.string().check(z.maxLength(8000))),
  route: short,
  release: short,
})
export type ClientError = z.infer<typeof ClientError>

/** GET /v1/health. */
export const Health = z.object({ status: z.literal('ok') })
