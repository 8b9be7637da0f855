// React Router contains parts that a declarative app never uses. Calls create its components, and assignments name them, so a bundler must
// assume side effects. This plugin marks these calls as pure, and the bundler drops 6 kB. It also marks the router's checks of how an app
// calls it: the tests run with them, and the build does without their sentences.
import type { Plugin } from 'vite'

const NAMING = /^\w+\.displayName = "[^"]*";$/gm
const MAKING = /^(var \w+ = )(\w+\.(?:createContext|forwardRef|memo)\()/gm
const CHECKING = /^( +)((?:invariant|warning)\()/gm

/** The code of a module with its component factories and checks marked as pure, and without names that only developer tools show. */
export const markPure = (code: string): string =>
  code.replace(NAMING, '').replace(MAKING, '$1/* @__PURE__ */ $2').replace(CHECKING, '$1/* @__PURE__ */ $2')

export function shake(): Plugin {
  return {
    name: 'daemun:shake',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/development\/.+\.mjs$/ },
      handler: (code) => ({ code: markPure(code), map: null }),
    },
  }
}
