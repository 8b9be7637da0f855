// Security A4: words that an attacker who knows the member and the service would try first. Korean words are spelled by their keys.
import type { Ctx } from '../../context.ts'

const FIRST = 0xac00
const LAST = 0xd7a3
// The keys of the usual Korean keyboard, in the order in which Unicode counts the letters of a syllable.
const INITIALS = 'r R s e E f a q Q t T d w W c z x v g'.split(' ')
const MEDIALS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ')
const FINALS = ' r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')

/** The Latin letters of the keys that type a Korean text. Other characters stay as they are. */
export function asKeys(text: string): string {
  const keys = Array.from(text.normalize('NFC'), (sign) => {
    const code = sign.codePointAt(0) ?? 0
    if (code < FIRST || code > LAST) return sign
    const at = code - FIRST
    const [initial, medial, final] = [Math.floor(at / 588), Math.floor((at % 588) / 28), at % 28]
    return `${INITIALS[initial]}${MEDIALS[medial]}${FINALS[final]}`
  })
  return keys.join('').toLowerCase()
}

/** A text as a whole and its words. A Korean name also yields its given name: the family name is the first syllable. */
const formsOf = (text: string): string[] => {
  const known = text.normalize('NFC').trim()
  const parts = known.split(/\s+/)
  const given = /^[가-힣]{3,4}$/.test(known) ? [known.slice(1)] : []
  return [parts.join(''), ...parts, ...given].map(asKeys)
}

/** @param names the member's own: name, nickname */
export async function contextWords(ctx: Ctx, client_id: string, names: readonly (string | null)[]): Promise<string[]> {
  const service = await ctx.db
    .selectFrom('services')
    .select(['rp_name', 'display_name', 'display_name_en', 'display_name_cn'])
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  return [...names, ...Object.values(service ?? {})].flatMap((text) => (text ? formsOf(text) : []))
}
