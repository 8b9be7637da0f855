// React Router keeps, for every app, parts that a declarative one never reaches: its components are made by calls, and named by
// assignments, that a bundler has to take for side effects. Marked as what they are, they fall away where nothing uses them (6 kB).
import type { Plugin } from 'vite'

const NAMING = /^\w+\.displayName = "[^"]*";$/gm
const MAKING = /^(var \w+ = )(\w+\.(?:createContext|forwardRef|memo)\()/gm

/** The code of a module with its makings of components marked as pure, and without the names that only tools show. */
export const markPure = (code: string): string => code.replace(NAMING, '').replace(MAKING, '$1/* @__PURE__ */ $2')

export function shake(): Plugin {
  return {
    name: 'daemun:shake',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/.+\.mjs$/ },
      handler: (code) => ({ code: markPure(code), map: null }),
    },
  }
}
