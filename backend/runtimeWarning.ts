// NOTE: main.ts and members.ts import this file first. `oidc-provider` warns about Node 20 when it is imported, although the journeys run on Node 20;
// `npm start` recommends a newer version in its own words.
const { warn } = console
console.warn = (...words: unknown[]) => String(words[0]).includes('Unsupported runtime') || warn(...words)

/** Call this once `oidc-provider` has been imported. */
export const restoreWarnings = (): void => {
  console.warn = warn
}
