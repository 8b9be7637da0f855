// The app asks by the rows of the contract, and needs only the first half of each: what a server checks, and what documents say, would
// fill its first load. This plugin drops the other half. Development and tests run with whole rows.
import type { Plugin } from 'vite'
import { parseAst } from 'vite'

/** What `Asked` in src/api/call.ts has of a row. */
const KEPT = new Set(['backend', 'method', 'path', 'visit', 'answer', 'pending'])

/** The code of a file of contract/calls with the kept properties of each row. */
export function asked(code: string): string {
  const rows = parseAst(code).body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    return declared?.type === 'VariableDeclaration' ? declared.declarations.map(({ init }) => init) : []
  })
  return rows.toReversed().reduce((rest, row) => {
    if (row?.type !== 'ObjectExpression') throw new Error(`a file of contract/calls exports what is no row`)
    const kept = row.properties.filter(
      (one) => one.type === 'Property' && one.key.type === 'Identifier' && KEPT.has(one.key.name),
    )
    const text = kept.map(({ start, end }) => code.slice(start, end)).join(', ')
    return `${rest.slice(0, row.start)}{ ${text} }${rest.slice(row.end)}`
  }, code)
}

export function rows(): Plugin {
  return {
    name: 'daemun:rows',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/calls\/\w+\.ts$/ },
      handler: (code) => ({ code: asked(code), map: null }),
    },
  }
}
