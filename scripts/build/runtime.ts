// The bundler puts its helper functions (600 bytes) into a file of their own, which is one more request before the form is live. Each chunk
// gets its own copy of those it uses instead. The helpers are pure functions, so copies are harmless.
import { minifySync, type Plugin } from 'vite'

const HELPERS = /(^|\/)rolldown-runtime-[^/]+\.js$/
const IMPORT = /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]+";/
/** The helper for `require()`, which no chunk uses. A call makes it, so a minifier must assume side effects. */
const REQUIRE = /=\((\w+=>typeof require\b)/
/** Keeps the minifier from dropping the helpers as unused. */
const PLACE = 'globalThis.helpers='
const EXPORT = /export\{([^}]*)\};?\s*$/

/** Parses `a as b, c` into pairs of names. A name without `as` is its own pair. */
const pairs = (list: string) =>
  list.split(',').map((part): [string, string] => {
    const [from = '', to = from] = part.trim().split(/\s+as\s+/)
    return [from, to]
  })

/** A chunk's code with the helpers that it uses instead of their import. */
export function inlineHelpers(code: string, helpers: string): string {
  const exported = EXPORT.exec(helpers)
  if (!exported) throw new Error('the helper chunk of the bundler has an unknown form')
  const locals = new Map(pairs(exported[1] ?? '').map(([local, name]) => [name, local]))
  return code.replace(IMPORT, (_all, list: string) => {
    const used = pairs(list)
    const answer = used.map(([name]) => `${name}:${locals.get(name) ?? ''}`)
    const body = `(()=>{${helpers.slice(0, exported.index).replace(REQUIRE, '=/* @__PURE__ */($1')};return{${answer.join(',')}}})()`
    // Leaves out the helpers that no returned one needs.
    const { code: needed } = minifySync('helpers.mjs', PLACE + body)
    if (!needed.startsWith(PLACE)) throw new Error('the helpers of the bundler did not stay one expression')
    const taken = used.map(([name, local]) => `${name}:${local}`)
    return `const{${taken.join(',')}}=${needed.slice(PLACE.length).replace(/;?\s*$/, '')};`
  })
}

export function runtime(): Plugin {
  return {
    name: 'daemun:runtime',
    apply: 'build',
    enforce: 'pre',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const name = Object.keys(bundle).find((file) => HELPERS.test(file))
        const helpers = name ? bundle[name] : undefined
        if (!name || helpers?.type !== 'chunk') return
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.imports.includes(name)) continue
          chunk.code = inlineHelpers(chunk.code, helpers.code)
          chunk.imports = chunk.imports.filter((file) => file !== name)
          if (chunk.code.includes('rolldown-runtime')) throw new Error(`${chunk.fileName} still imports ${name}`)
        }
        delete bundle[name]
      },
    },
  }
}
