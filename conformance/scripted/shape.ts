// What a shape of the contract allows and forbids: the optional fields of a value, its required fields, and a wrong type for each.
import type * as z from 'zod/mini'

type Shape = z.ZodMiniType
type Def = {
  type: string
  shape?: Record<string, Shape>
  element?: Shape
  innerType?: Shape
  options?: readonly Shape[]
}
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Fields = Record<string, Json>

const defOf = (shape: Shape): Def => shape._zod.def
const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The shape below optional, default and nullable; of a union, the option that the value fits. */
function bare(shape: Shape, value: Json): Shape {
  const { innerType, options } = defOf(shape)
  if (innerType) return bare(innerType, value)
  const fitting = options?.find((option) => option.safeParse(value).success)
  return fitting ? bare(fitting, value) : shape
}

const mayLack = (shape: Shape): boolean => ['optional', 'default'].includes(defOf(shape).type)

function mayBeNull(shape: Shape): boolean {
  const { type, innerType } = defOf(shape)
  return type === 'nullable' || (innerType !== undefined && mayBeNull(innerType))
}

/** Calls `change` for each optional field, at every depth. */
function mapOptional(shape: Shape, value: Json, change: (field: Shape) => Json | undefined): Json {
  const inside = bare(shape, value)
  const { shape: fields, element } = defOf(inside)
  if (element && Array.isArray(value)) return value.map((item) => mapOptional(element, item, change))
  if (!fields || !isFields(value)) return value
  const kept = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
    const field = fields[name]
    if (!field) return [[name, inner]]
    if (!mayLack(field)) return [[name, mapOptional(field, inner, change)]]
    const changed = change(field)
    return changed === undefined ? [] : [[name, changed]]
  })
  return Object.fromEntries(kept)
}

/** The value without its optional fields. */
export const withoutOptional = (shape: Shape, value: Json): Json => mapOptional(shape, value, () => undefined)

/** The value with null in each optional field that may be null, and without the others. */
export const withNulls = (shape: Shape, value: Json): Json =>
  mapOptional(shape, value, (field) => (mayBeNull(field) ? null : undefined))

/** The value with fields that the contract does not know, in every object. */
export function withUnknown(value: Json): Json {
  if (Array.isArray(value)) return value.map(withUnknown)
  if (!isFields(value)) return value
  const inside = Object.entries(value).map(([name, inner]): [string, Json] => [
    name,
    // `params` is sent back to the server as it is.
    name === 'params' ? inner : withUnknown(inner),
  ])
  return { ...Object.fromEntries(inside), later_field: { nested: [1, 'two', null] }, 'x-vendor': '값' }
}

type FieldPath = readonly (string | number)[]

/** The paths of all required fields of a value. Of a list, its first item stands for the others. */
export function requiredFields(shape: Shape, value: Json, at: FieldPath = []): FieldPath[] {
  const { shape: fields, element } = defOf(bare(shape, value))
  if (element && Array.isArray(value) && value[0] !== undefined) return requiredFields(element, value[0], [...at, 0])
  if (!fields || !isFields(value)) return []
  return Object.entries(fields).flatMap(([name, field]) => {
    const inner = value[name]
    if (mayLack(field) || inner === undefined) return []
    const path = [...at, name]
    return [path, ...requiredFields(field, inner, path)]
  })
}

/** A value of another type than this one. */
function otherType(value: Json): Json {
  if (typeof value === 'string') return { text: value }
  return typeof value === 'boolean' ? 'yes' : typeof value === 'number' ? `${value} s` : 'text'
}

/** The value with another type in the field of this path, or without the field. */
export function breakField(value: Json, [name = '', ...rest]: FieldPath, how: 'wrong type' | 'missing'): Json {
  const inner = (value as Fields)[name] ?? null
  if (Array.isArray(value))
    return value.map((item, at) => (at === name ? (rest.length > 0 ? breakField(item, rest, how) : 7) : item))
  const { [name]: _, ...others } = value as Fields
  if (rest.length > 0) return { ...others, [name]: breakField(inner, rest, how) }
  return how === 'missing' ? others : { ...others, [name]: otherType(inner) }
}
