// Compares two outlines of a page (outline.ts) line by line.

/** Pixels by which a place or a size may differ: engines round fractions in their own ways. */
const TOLERANCE = 2
/** The place and the size of a line, which stand before its first bar. */
const NUMBERS = /-?\d+/g

const split = (line: string): [string, string] => {
  const bar = line.indexOf(' | ')
  return bar < 0 ? [line, ''] : [line.slice(0, bar), line.slice(bar)]
}

function isAlike(kept: string | undefined, now: string | undefined): boolean {
  if (kept === now) return true
  if (kept === undefined || now === undefined) return false
  const [[before, looks], [after, others]] = [split(kept), split(now)]
  if (looks !== others || before.replace(NUMBERS, '0') !== after.replace(NUMBERS, '0')) return false
  const numbers = after.match(NUMBERS) ?? []
  return (before.match(NUMBERS) ?? []).every(
    (one, place) => Math.abs(Number(one) - Number(numbers[place])) <= TOLERANCE,
  )
}

/**
 * @returns each line that was and that is, in the order of the page, without the lines that are alike in both. Empty if the pages look the same.
 */
export function differences(kept: readonly string[], now: readonly string[]): string[] {
  /** The most lines that are alike in the rest of both, from these places on. */
  const alike = Array.from({ length: kept.length + 1 }, () => Array.from({ length: now.length + 1 }, () => 0))
  const rest = (one: number, other: number) => alike[one]?.[other] ?? 0
  for (let one = kept.length - 1; one >= 0; one -= 1)
    for (let other = now.length - 1; other >= 0; other -= 1)
      (alike[one] ?? [])[other] = isAlike(kept[one], now[other])
        ? rest(one + 1, other + 1) + 1
        : Math.max(rest(one + 1, other), rest(one, other + 1))
  const found: string[] = []
  let [one, other] = [0, 0]
  while (one < kept.length || other < now.length) {
    const isSame = isAlike(kept[one], now[other])
    const isPair =
      one < kept.length && other < now.length && rest(one + 1, other + 1) + Number(isSame) === rest(one, other)
    const isGone = isPair || (one < kept.length && rest(one + 1, other) >= rest(one, other + 1))
    const isNew = isPair || !isGone
    if (!isPair || !isSame)
      found.push(...(isGone ? [`was ${kept[one]?.trim()}`] : []), ...(isNew ? [`is  ${now[other]?.trim()}`] : []))
    if (isGone) one += 1
    if (isNew) other += 1
  }
  return found
}
