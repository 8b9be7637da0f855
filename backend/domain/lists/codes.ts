// Spec §7, code look-ups: a group's codes, one code with what lies below it, interests, and the domains an e-mail may not have.
import type { Interests } from '../../../contract/shapes/portal.ts'
import type { Code, CodeWithChildren } from '../../../contract/shapes/service.ts'
import { FIXED_GROUPS, OWN_CALLS, SEED_GROUPS } from './codeGroups.ts'

/** The codes of each group, as they are now. */
export type CodeLists = ReadonlyMap<string, readonly Code[]>

/** The lists of the database. What it does not have is as it is built in. */
export const listsOf = (stored: CodeLists): CodeLists => new Map([...SEED_GROUPS, ...stored, ...FIXED_GROUPS])

export const BUILT_IN = listsOf(new Map())

/** A group of the join forms. */
export const codesOf = (lists: CodeLists, group: string): readonly Code[] | undefined =>
  OWN_CALLS.has(group) ? undefined : lists.get(group)

/** The code with this ID, in any group of the join forms. */
export function codeById(lists: CodeLists, id: string): CodeWithChildren | undefined {
  for (const group of lists.keys()) {
    const codes = codesOf(lists, group) ?? []
    const found = codes.find((code) => code.code === id)
    if (found) return { ...found, children: codes.filter((code) => code.parent === id) }
  }
  return undefined
}

/** Whether a list of domains has the domain of this address, or one above it. A domain alone is its own. */
function hasDomain(lists: CodeLists, group: 'DENIED_DOMAIN' | 'GROUP_DOMAIN', address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const name = domain.normalize('NFKC').trim().toLowerCase().replace(/\.$/, '')
  const listed = (lists.get(group) ?? []).map(({ code }) => code.toLowerCase())
  return listed.some((one) => name === one || name.endsWith(`.${one}`))
}

/** Whether a login ID may use this domain, or have this address. */
export const domainAllowed = (lists: CodeLists, address: string): boolean => !hasDomain(lists, 'DENIED_DOMAIN', address)

/** Whether a company of the group gives out this address: a person who receives mail there is a group member. */
export const isGroupAddress = (lists: CodeLists, email: string): boolean => hasDomain(lists, 'GROUP_DOMAIN', email)

/** Whether the join offers this nationality: the list of the group's members is another one. */
export const isNation = (lists: CodeLists, national: string, isGroup: boolean): boolean =>
  lists.get(isGroup ? 'NATIONAL_CD_SK_GRP' : 'NATIONAL_CD_GEN_GRP')?.some(({ code }) => code === national) ?? false

const interestOf = ({ code, code_name, code_name_en, code_name_cn, code_name_ja }: Code) => ({
  code,
  name: code_name,
  name_en: code_name_en ?? '',
  name_cn: code_name_cn ?? '',
  name_ja: code_name_ja ?? '',
})

/** The categories of interest, each with its fields. */
export function interestsOf(lists: CodeLists): Interests {
  const all = lists.get('INTERESTS') ?? []
  return all
    .filter(({ parent }) => !parent)
    .map((category) => ({
      ...interestOf(category),
      fields: all.filter(({ parent }) => parent === category.code).map(interestOf),
    }))
}
