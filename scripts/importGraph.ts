// Which files import which, from the specifiers in the code, and the picture of it in docs/architecture.md.
// `npx node scripts/importGraph.ts` draws the picture again.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'

/** Paths of the files in a folder and below whose names match: those of TypeScript, if nothing else is asked for. */
export const filesIn = (folder: string, name = /\.tsx?$/): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path, name) : name.test(entry.name) ? [path] : []
  })

/** The specifiers that a file imports; `later` are those of dynamic imports. Type imports count. */
export function importsOf(path: string): { now: string[]; later: string[] } {
  const code = readFileSync(path, 'utf8')
  const find = (pattern: RegExp) => [...code.matchAll(pattern)].map((found) => found[1] ?? '')
  return {
    now: find(/^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]/gm),
    later: find(/\bimport\(\s*['"]([^'"]+)['"]/g),
  }
}

/** The file that a relative specifier names, from the project's root. */
export function resolved(path: string, specifier: string): string {
  const base = join(dirname(path), specifier)
  return [base, `${base}.ts`, `${base}.tsx`].find((one) => /\.\w+$/.test(one) && existsSync(one)) ?? base
}

export const relativesOf = (path: string, specifiers: string[]): string[] =>
  specifiers.filter((one) => one.startsWith('.')).map((one) => resolved(path, one))

const FOLDERS = ['src', 'backend', 'demo', 'conformance', 'contract', 'scripts', 'bench', 'server']

/** Returns cycles of imports between files, each as the paths along it. Dynamic imports count. */
export function importCycles(folders: readonly string[] = FOLDERS): string[][] {
  const edges = new Map(
    folders
      .flatMap((folder) => filesIn(folder))
      .map((path) => {
        const { now, later } = importsOf(path)
        return [path, relativesOf(path, [...now, ...later])] as const
      }),
  )
  const cycles: string[][] = []
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) {
      cycles.push([...trail.slice(at), path])
      return
    }
    if (done.has(path)) return
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  return cycles
}

/** The box of a file in the picture: its folder in `src`, else its top folder. */
const boxOf = (path: string): string => {
  const [top = '', folder = '', more] = path.split('/')
  return top === 'src' && more !== undefined ? folder : top === 'src' ? 'main' : top
}

/** The folders and their imports as a mermaid graph. An arrow that follows from two others is left out. */
function importPicture(): string {
  const edges = new Map<string, Set<string>>()
  for (const path of FOLDERS.flatMap((folder) => filesIn(folder))) {
    const { now, later } = importsOf(path)
    for (const target of relativesOf(path, [...now, ...later])) {
      const [from, to] = [boxOf(path), boxOf(target)]
      if (from !== to && FOLDERS.includes(target.split('/')[0] ?? ''))
        edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of edges.get(from) ?? [])
      if (!seen.has(to)) {
        seen.add(to)
        reach(to, seen)
      }
    return seen
  }
  const lines = [...edges].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && !reach(other).has(from) && reach(other).has(to)))
      .map((to) => `  ${from} --> ${to}`),
  )
  return ['```mermaid', 'graph TD', ...lines.toSorted(), '```'].join('\n')
}

export const ARCHITECTURE = 'docs/architecture.md'
const PICTURE = /(?<=<!-- imports: written by scripts\/importGraph\.ts -->\n\n)```mermaid[\s\S]*?```/

/** The document with the picture of the code as it is now. */
export const withPicture = (document: string): string => document.replace(PICTURE, importPicture)

if (argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(ARCHITECTURE, withPicture(readFileSync(ARCHITECTURE, 'utf8')))
