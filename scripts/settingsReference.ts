// .env.example, and the tables of settings in docs/operators.md. `npx node scripts/settingsReference.ts` writes them again from the rows of the settings.
import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { SettingRow, SettingRows } from '../server/settingRow.ts'
import { formatted } from './formatted.ts'
import { GROUPS, type Group } from './settings/groups.ts'

export const OPERATORS = 'docs/operators.md'
export const EXAMPLE = '.env.example'

const groups = Object.entries<Group>(GROUPS)

/** Cells of a table that Markdown would read as its end. */
const cell = (text: string): string => text.replaceAll('|', '\\|')
const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`

const defaultOf = ({ usual, needed }: SettingRow): string =>
  [...(usual ? [`\`${usual}\``] : []), ...(needed ? ['needed in production'] : [])].join('; ') || '–'

const line = ([name, row]: [string, SettingRow]): string =>
  [
    `\`${name}\`${row.secret ? ` or \`${name}_FILE\`` : ''}`,
    cell(row.means),
    cell(defaultOf(row)),
    cell(row.rule ?? '–'),
  ].join(' | ')

function tableOf(rows: SettingRows): string {
  const lines = Object.entries(rows).map(line)
  const head = ['setting', 'what it is', 'default', 'rule']
  // A column without a word is left out.
  const table = [head.join(' | '), head.map(() => '---').join(' | '), ...lines].map((text) => text.split(' | '))
  const kept = head.map((_, at) => table.slice(2).some((cells) => cells[at] !== '–'))
  return table.map((cells) => `| ${cells.filter((__, at) => kept[at]).join(' | ')} |`).join('\n')
}

/** What production does not start without. */
const neededTable = (): string => {
  const needed = groups.flatMap(([, { rows }]) =>
    Object.entries<SettingRow>(rows).flatMap(([name, row]) => (row.needed ? [`| \`${name}\` | ${row.needed} |`] : [])),
  )
  return ['| setting | what it is for |', '| --- | --- |', ...needed].join('\n')
}

const tables: Record<string, () => string> = {
  needed: neededTable,
  ...Object.fromEntries(groups.map(([id, { rows }]) => [id, () => tableOf(rows)])),
}
const marked = (id: string) =>
  new RegExp(`(?<=<!-- settings ${id}: written by scripts/settingsReference.ts -->\\n\\n)\\|[^]*?(?=\\n\\n)`)

/** The document with the tables of the settings as they are now. */
export const withSettings = (document: string): Promise<string> =>
  formatted(
    'docs/operators.md',
    Object.entries(tables).reduce((text, [id, table]) => text.replace(marked(id), table), document),
  )

const WIDTH = 150

/** Lines of a comment. Links lose their address. */
function comment(text: string): string[] {
  const words = text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').split(' ')
  const lines = ['#']
  for (const word of words) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines
}

const exampleOf = ([name, { means, usual = '', example = usual, rule, needed, secret }]: [string, SettingRow]) => [
  ...comment(
    [
      sentence(means),
      ...(needed ? ['Needed in production.'] : []),
      ...(rule ? [`Rule: ${rule.endsWith('.') ? rule : `${rule}.`}`] : []),
      ...(secret ? [`Or ${name}_FILE.`] : []),
    ].join(' '),
  ),
  `${name}=${example}`,
]

/** The text of .env.example. */
export const exampleFile = (): string =>
  [
    '# Every setting, with its default. `npm start` and `npm run dev` need none of them; `npm run serve` needs the first six.',
    '# Copy this file to .env, or set the variables in the environment, which takes precedence. An empty value counts as unset.',
    '# NAME_FILE names a file with the value of NAME. `npx node scripts/settingsReference.ts` writes this file (docs/operators.md, "Settings").',
    ...groups.flatMap(([, { title, rows }]) => [
      '',
      `# --- ${title} ---`,
      '',
      ...Object.entries(rows).flatMap(exampleOf),
    ]),
    '',
  ].join('\n')

if (argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(EXAMPLE, exampleFile())
  writeFileSync(OPERATORS, await withSettings(readFileSync(OPERATORS, 'utf8')))
}
