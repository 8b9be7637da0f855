// Spec §3 and §7, terms: which are in force for the platform or a service, and where each can be read.
import type { TermsLinks } from '../../../contract/shapes/service.ts'
import type { TermsLanguage } from '../../../contract/codes.ts'
import { GROUP_PREFIX } from '../../../contract/terms.ts'
import type { Ctx } from '../../context.ts'
import type { Reader } from '../../db/standby.ts'
import { asOnThePage, inForce, PLATFORM } from './agreements.ts'
import { ROW_NAMES, TERMS, type Section } from './termsTexts.ts'

/** One text in one language, ready to be laid out. `lang` is the language tag of the page. */
export type TermsText = { lang: string; title: string; note: string; sections: Section[] }

const LANGS: Record<TermsLanguage, string> = { KR: 'ko', EN: 'en', CN: 'zh-Hans' }

const NOTES: Record<TermsLanguage, string> = {
  KR: '시험용 약관이에요. 이 서버는 개발과 시연을 위한 것이고, 실제 서비스의 약관이 아니에요.',
  EN: 'Demonstration terms. This server is for development and demonstration; these are not the terms of a real service.',
  CN: '演示用条款。本服务器仅用于开发和演示，并非正式服务的条款。',
}
const GROUP: Record<TermsLanguage, string> = { KR: '그룹 구성원용', EN: 'for group members', CN: '集团成员适用' }

/** Where a text can be read: an absolute URL of the backend. */
export const termsUrl = (ctx: Ctx, terms_code: string, language: TermsLanguage): string =>
  `${ctx.settings.url}/terms/${encodeURIComponent(terms_code)}?language=${language}`

/** The text of a code, general or with the group's prefix; undefined when there is none. */
export function termsText(terms_code: string, language: TermsLanguage): TermsText | undefined {
  const forGroup = terms_code.startsWith(GROUP_PREFIX)
  const text = TERMS.get(forGroup ? terms_code.slice(GROUP_PREFIX.length) : terms_code)?.[language]
  if (!text) return undefined
  const title = forGroup ? `${text.title} (${GROUP[language]})` : text.title
  return { lang: LANGS[language], title, note: NOTES[language], sections: text.sections }
}

/** The name of a text in a list: that of the app for a text of the platform, whose channels stand below their row, else its title. */
export const termsName = (terms_code: string, language: TermsLanguage): string =>
  ROW_NAMES[terms_code]?.[language] ?? TERMS.get(terms_code)?.[language].title ?? terms_code

/**
 * The links of `suni` (the platform) or of a service: the newest version of each code that is in force, the general ones first.
 * NOTE: a join shows the links of the platform and agrees to what they lead to, so they are never old. The links of a service are for the footer.
 */
export async function termsLinks(ctx: Ctx, owner: string, language: TermsLanguage): Promise<TermsLinks> {
  const linksIn = (db: Reader) => inForce(db, [owner], ctx.now()).execute()
  const rows = await (owner === PLATFORM ? linksIn(ctx.db) : ctx.readOld(linksIn))
  return asOnThePage(rows).map(({ terms_code, names, urls }) => ({
    terms_code,
    url: urls[language],
    name: names[language],
  }))
}
