// Why a job failed, in a few words for the log and the list of jobs. A server's own words may name an address or a token.

/** What this repository's own senders say about an answer. */
const OWN = /^(?:no gateway took the message|expected 20\d OK from \S+, got: \d{3} .*)$/

/** @returns the code of the network and of the mail server ("EENVELOPE 550"), or the name of the error */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const codes = [code, responseCode].filter((one) => typeof one === 'string' || typeof one === 'number')
  if (codes.length > 0) return codes.join(' ')
  return OWN.test(error.message) ? error.message : error.name
}
