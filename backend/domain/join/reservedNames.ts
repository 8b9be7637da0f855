// Security, names: a nickname must not look like the operator's. Look-alike letters are recognised by the skeleton of Unicode's confusables (UTS 39).
import unhomoglyph from 'unhomoglyph'

/** In the four languages of the app. */
const RESERVED = [
  'admin administrator root system operator moderator manager master webmaster postmaster null undefined',
  'support helpdesk help security official staff daemun',
  '관리자 운영자 운영팀 관리팀 고객센터 고객지원 공식 시스템 대문 보안팀',
  '管理员 管理員 系统 客服 官方 运营',
  '管理者 運営 運営者 公式 システム サポート',
].flatMap((line) => line.split(' '))

/** The form in which names are compared by their looks: without regard to width, case, look-alike letters and punctuation. */
const skeleton = (text: string): string =>
  unhomoglyph(
    unhomoglyph(text.normalize('NFKC').toLowerCase())
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )
    .toLowerCase()
    .normalize('NFKC')

const SKELETONS = new Set(RESERVED.map(skeleton))

/**
 * Whether a nickname looks like a reserved word, also with digits after it (`admin01`).
 * @param more names that count as reserved besides
 */
export function isReserved(nickname: string, more: readonly string[] = []): boolean {
  const spelled = oneWord(nickname)
  const names = new Set(more.map((one) => skeleton(oneWord(one))))
  return [spelled, spelled.replace(/(?<!\p{N})\p{N}+$/u, '')]
    .map(skeleton)
    .some((one) => SKELETONS.has(one) || names.has(one))
}

const oneWord = (text: string): string => text.normalize('NFKC').replace(/[\s._-]+/gu, '')
