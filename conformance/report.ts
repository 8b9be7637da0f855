// What a run of the kit found: a line for the terminal, JUnit for a build server, and a page for people.
import type { Exchange, Request } from './mismatch.ts'
import type { Outcome, Problem, Result } from './run.ts'

const MARKS: Record<Outcome, string> = { passed: '✓', failed: '✗', blocked: '–', skipped: '○' }
const MOST_TEXT = 2000

const bodyOf = ({ body }: Request): string => (typeof body === 'string' ? body : body ? '(multipart form)' : '')

/** The request of a problem, without tokens. */
function requestText({ exchange }: Problem): string {
  const request = exchange?.request
  if (!request) return 'none'
  const headers = Object.entries(request.headers).map(
    ([name, value]) => `${name}: ${name === 'x-authenticator' ? 'Token …' : value}`,
  )
  return [`${request.method} ${request.url}`, ...headers, ...(bodyOf(request) ? ['', bodyOf(request)] : [])]
    .join('\n')
    .slice(0, MOST_TEXT)
}

function answerText(exchange: Partial<Exchange> | null): string {
  if (exchange?.status === undefined) return 'none'
  return `${exchange.status}\n${exchange.text ?? ''}`.slice(0, MOST_TEXT)
}

const indented = (text: string): string => text.replace(/^/gm, '      ')

/** The lines of one row: what became of it, and of a failure all that helps to understand it. */
export function lineOf({ row, outcome, problem, why }: Result): string {
  const lines = [`${MARKS[outcome]} ${row.id}: ${row.title}`]
  if (why !== undefined) lines.push(`    skipped: ${why}`)
  if (problem) {
    if (outcome === 'blocked') lines.push('    not tried, because a step before it failed')
    lines.push(`    expected: ${problem.expected}`, `    got: ${problem.got}`)
    if (outcome === 'failed') lines.push(`    the member sees: ${row.screen}`)
    lines.push('    request:', indented(requestText(problem)), '    answer:', indented(answerText(problem.exchange)))
  }
  return lines.join('\n')
}

const countOf = (results: readonly Result[], outcome: Outcome): number =>
  results.filter((result) => result.outcome === outcome).length

export const summaryOf = (results: readonly Result[]): string =>
  (['passed', 'failed', 'blocked', 'skipped'] as const)
    .map((outcome) => `${countOf(results, outcome)} ${outcome}`)
    .join(', ')

/** Only a run without failures says that a backend conforms; a row that could not be tried is none that passed. */
export const conforms = (results: readonly Result[]): boolean =>
  results.length > 0 && results.every(({ outcome }) => outcome === 'passed' || outcome === 'skipped')

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** For XML and HTML alike: without the control characters that XML cannot hold. */
const escaped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"]/g, (found) => ESCAPES[found] ?? '')

const chaptersOf = (results: readonly Result[]): [string, Result[]][] =>
  [...new Set(results.map(({ chapter }) => chapter))].map((name) => [
    name,
    results.filter(({ chapter }) => chapter === name),
  ])

const seconds = (results: readonly Result[]): string =>
  (results.reduce((total, { ms }) => total + ms, 0) / 1000).toFixed(3)

function testcase(result: Result): string {
  const { chapter, row, ms, outcome, problem, why } = result
  const open = `    <testcase classname="${escaped(chapter)}" name="${escaped(`${row.id}: ${row.title}`)}" time="${(ms / 1000).toFixed(3)}"`
  if (outcome === 'passed') return `${open}/>`
  if (outcome === 'skipped') return `${open}><skipped message="${escaped(why ?? '')}"/></testcase>`
  const tag = outcome === 'failed' ? 'failure' : 'error'
  const message = `expected ${problem?.expected}, got ${problem?.got}`
  return `${open}><${tag} message="${escaped(message)}">${escaped(lineOf(result))}</${tag}></testcase>`
}

export function junitOf(results: readonly Result[]): string {
  const suites = chaptersOf(results).map(([name, rows]) => {
    const counts = `tests="${rows.length}" failures="${countOf(rows, 'failed')}" errors="${countOf(rows, 'blocked')}" skipped="${countOf(rows, 'skipped')}"`
    return `  <testsuite name="${escaped(name)}" ${counts} time="${seconds(rows)}">\n${rows.map(testcase).join('\n')}\n  </testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conformance">\n${suites.join('\n')}\n</testsuites>\n`
}

const STYLE = `body{max-width:960px;margin:0 auto;padding:32px 20px 64px;font:16px/26px system-ui,sans-serif;color:#2b2f36}
h1{font-size:28px}h2{font-size:20px;margin-top:40px}ul{list-style:none;padding:0}li{padding:8px 0;border-top:1px solid #dfe3e8}
code{color:#69717d}dl{margin:8px 0 8px 24px}dt{font-weight:700}dd{margin:0 0 8px}pre{margin:0;padding:12px;background:#f7f8fa;white-space:pre-wrap;overflow-wrap:anywhere;font-size:14px;line-height:20px}
.failed,.blocked{color:#b42318}.skipped{color:#69717d}`

function problemHtml({ row, outcome }: Result, problem: Problem): string {
  const term = (name: string, text: string) => `<dt>${name}</dt><dd>${escaped(text)}</dd>`
  const block = (name: string, text: string) => `<dt>${name}</dt><dd><pre>${escaped(text)}</pre></dd>`
  return `<dl>${term('Expected', problem.expected)}${term('Got', problem.got)}${
    outcome === 'failed' ? term('The member sees', row.screen) : term('Not tried', 'A step before it failed.')
  }${block('Request', requestText(problem))}${block('Answer', answerText(problem.exchange))}</dl>`
}

/** A page by itself: it fetches nothing, and runs nothing. */
export function htmlOf(results: readonly Result[], addresses: Record<string, string>): string {
  const chapters = chaptersOf(results).map(([name, rows]) => {
    const items = rows.map((result) => {
      const { row, outcome, problem, why } = result
      const more = problem
        ? problemHtml(result, problem)
        : why === undefined
          ? ''
          : `<p class="skipped">${escaped(why)}</p>`
      return `<li><span class="${outcome}">${MARKS[outcome]} ${outcome}</span> ${escaped(row.title)} <code>${row.id}</code>${more}</li>`
    })
    return `<h2>${escaped(name)}</h2><ul>${items.join('\n')}</ul>`
  })
  const hosts = Object.entries(addresses).map(([name, address]) => `${name} ${address}`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Conformance: ${summaryOf(results)}</title><style>${STYLE}</style></head><body><main><h1>${summaryOf(results)}</h1>
<p>${escaped(hosts.join(' · '))}</p>${chapters.join('\n')}</main></body></html>
`
}
