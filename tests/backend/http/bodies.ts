// The calls of the contract with a text in their body, and bodies that fit their shapes, so that tests cover a new field as well.
import * as z from 'zod/mini'
import { everyCall } from '../../../contract/calls.ts'
import { accountMarketing } from '../../../contract/calls/account.ts'
import { reportClientError } from '../../../contract/calls/node.ts'

/**
 * The report of an error has a limit of its own, which so many calls would use up, and the news by e-mail and SMS are two flags.
 */
const LEFT_OUT = new Set<string>([reportClientError.path, accountMarketing.path])
export const TEXT_CALLS = everyCall.flatMap(({ method, path, body }): [string, string, z.ZodMiniType][] =>
  body && 'shape' in body && Object.keys(body.shape).length > 0 && !LEFT_OUT.has(path) ? [[method, path, body]] : [],
)

type Shape = {
  const?: unknown
  enum?: unknown[]
  type?: string
  pattern?: string
  items?: Shape
  properties?: Record<string, Shape>
  anyOf?: unknown[]
}
const TEXTS = ['text', '1', '123456', '19950208', '/account']

/** A value that fits. */
function valueOf(shape: Shape): unknown {
  if ('const' in shape) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.type === 'boolean') return true
  if (shape.type === 'number' || shape.type === 'integer') return 1
  if (shape.type === 'array') return [valueOf(shape.items ?? {})]
  if (shape.type === 'string') return TEXTS.find((text) => new RegExp(shape.pattern ?? '').test(text))
  // What may be null is left out: the null of a wrong body would be right there.
  const properties = Object.entries(shape.properties ?? {}).filter(([, { anyOf }]) => anyOf === undefined)
  return Object.fromEntries(properties.map(([name, each]) => [name, valueOf(each)]))
}

/** A body that fits, and that names this visit if the call does. */
export function sampleOf(shape: z.ZodMiniType, visit: object | null): object {
  const { transaction_id, state, ...payload } = valueOf(z.toJSONSchema(shape) as Shape) as Record<string, unknown>
  return { ...payload, ...(transaction_id !== undefined && state !== undefined && visit) }
}

/** The value with each text in it replaced in turn, and where that was. */
export function* replaced(value: unknown, by: (text: string) => unknown, at = ''): Generator<[string, unknown]> {
  if (typeof value === 'string') yield [at, by(value)]
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value))
    for (const [where, changed] of replaced(each, by, `${at}.${name}`))
      yield [where, Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed }]
}

/** The body with the text in each place at which its shape takes it. */
export const withAll = (body: object, text: string, shape: z.ZodMiniType): object =>
  [...replaced(body, () => text)]
    .map(([where]) => where)
    .reduce<object>((given, where) => {
      const [, changed] = [...replaced(given, () => text)].find(([at]) => at === where) ?? []
      return shape.safeParse(changed).success ? (changed as object) : given
    }, body)
