// A form that submits itself, as an issuer uses where a redirect cannot carry the data.

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', '#39': "'", '#x27': "'", lt: '<', gt: '>' }
const decoded = (text: string): string =>
  text.replace(/&([\w#]+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)

/** The attributes of a tag, in whatever order and quotes. */
const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', one, other]) => [
      name.toLowerCase(),
      decoded(one ?? other ?? ''),
    ]),
  )

/** The request that a page's only form sends, or null. */
export function formIn(html: string, page: URL): { url: URL; body: URLSearchParams } | null {
  const { action } = attributesOf(/<form\b[^>]*>/i.exec(html)?.[0] ?? '')
  if (!action) return null
  const inputs = [...html.matchAll(/<input\b[^>]*>/gi)].map(([tag]) => attributesOf(tag))
  const fields = inputs.flatMap(({ name, value = '' }) => (name ? [[name, value]] : []))
  return { url: new URL(action, page), body: new URLSearchParams(fields) }
}
