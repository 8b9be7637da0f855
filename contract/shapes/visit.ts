// Contract, "Every call that belongs to a visit names it": in the query of GET and DELETE, in the body of POST and PUT, as fields of a form.
import * as z from 'zod/mini'

const short = z.string().check(z.maxLength(512))

/** The transport adds these names. They are optional for a server, because older clients leave them out. */
export const visitName = { transaction_id: z.optional(short), state: z.optional(short) }
/** The query of a call that asks for nothing else. */
export const VisitQuery = z.object(visitName)
