// Spec §2, terms_types: a single string or a JSON list in brackets, in a query or an answer.
import { TERMS_TYPES } from '../../../contract/codes.ts'

export type TermsType = (typeof TERMS_TYPES)[number]

const isTermsType = (value: unknown): value is TermsType => TERMS_TYPES.some((known) => known === value)

function listIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The known types, in their order. Null: neither a string nor a list of at most ten strings. Unknown names are dropped. */
export function parseTermsTypes(raw: string | readonly string[]): TermsType[] | null {
  const text = typeof raw === 'string' ? raw.trim() : ''
  const list: unknown = typeof raw !== 'string' ? raw : text.startsWith('[') ? listIn(text) : text === '' ? [] : [text]
  if (!Array.isArray(list) || list.length > 10 || list.some((item) => typeof item !== 'string')) return null
  return [...new Set(list.filter(isTermsType))]
}
