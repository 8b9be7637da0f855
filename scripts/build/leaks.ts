// What a build must not contain: source maps, demo members, secrets, and code that turns text into code outside of known libraries.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { secretsIn } from '../guards/secrets.ts'
import { filesBelow } from '../../server/app/sources.ts'

const FORBIDDEN: [what: string, pattern: RegExp][] = [
  ['a source map', /sourceMappingURL=/],
  ['a demo member', /@demo\.test\b|four-wrong/],
  ['a test hook', /__TEST__|playwright|vitest/i],
  ['a development build of React', /react-dom-client\.development|react\.development/],
]

/** Patterns that turn text into code or markup, and React's own uses of them. */
const SINKS =
  /.{0,60}(?:\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|new Function\b|\beval\(|createPolicy).{0,60}/g
const KNOWN: RegExp[] = [
  // React's detached script element.
  /=\w+\.createElement\(`div`\),\w+\.innerHTML=`<script><\\\/script>`,\w+=\w+\.removeChild\(/,
  // React's `dangerouslySetInnerHTML`, which no component uses.
  /\.children!=null\)throw Error\(\w+\(60\)\);\w+\?\.__html!==\w+&&\(\w+\.innerHTML=\w+\)\}\}break;case`/,
]

export function leaksIn(path: string, text: string): string[] {
  const forbidden = FORBIDDEN.filter(([, pattern]) => pattern.test(text)).map(([what]) => what)
  const sinks = (text.match(SINKS) ?? []).filter((found) => !KNOWN.some((known) => known.test(found)))
  return [...forbidden, ...secretsIn(text), ...sinks.map((found) => `text that becomes code: ${found}`)].map(
    (what) => `${path} holds ${what}`,
  )
}

/** One line for each thing that a build must not contain. */
export function leaks(dist: string): string[] {
  const paths = filesBelow(dist).filter((path) => !/\.(?:br|gz|png|webp|ico)$/.test(path))
  const maps = paths.filter((path) => path.endsWith('.map')).map((path) => `${relative('.', path)} is a source map`)
  return [...maps, ...paths.flatMap((path) => leaksIn(relative(dist, path), readFileSync(path, 'utf8')))]
}
