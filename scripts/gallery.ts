// `npm run gallery`: takes pictures of every page and state and puts them on one page, screenshots/index.html.
// Arguments after `--` go to Playwright: `npm run gallery -- --grep "en on a phone"` retakes those pictures and keeps the rest.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { LANGUAGE_NAMES as LANGUAGES } from '../contract/locale.ts'
import { complain, say } from './running.ts'

const FOLDER = 'screenshots'
const WIDTHS = { phone: '390', desktop: '1440' }
// The page by the first word of a picture's name, in the order of the table of contents.
const PAGES: Record<string, string> = {
  components: 'Colours, type and components',
  login: 'Login',
  sms: 'Second step',
  chooser: 'Account chooser',
  identify: 'Find id and password',
  join: 'Join',
  resolve: 'Pending steps and account states',
  account: 'Account',
  error: 'Errors',
  policy: 'Policies',
}

type Picture = { language: string; width: string; path: string }

const pageOf = (state: string) => PAGES[state.split('-')[0] ?? ''] ?? 'Other pages'

/** The pictures of each state, with languages and widths in the order above. */
function readPictures(): Map<string, Picture[]> {
  const states = new Map<string, Picture[]>()
  for (const width of Object.keys(WIDTHS))
    for (const language of Object.keys(LANGUAGES)) {
      const folder = `${language}-${width}`
      mkdirSync(`${FOLDER}/${folder}`, { recursive: true })
      for (const file of readdirSync(`${FOLDER}/${folder}`).filter((name) => name.endsWith('.png'))) {
        const state = file.slice(0, -'.png'.length)
        states.set(state, [...(states.get(state) ?? []), { language, width, path: `${folder}/${file}` }])
      }
    }
  return new Map([...states].toSorted(([one], [other]) => one.localeCompare(other)))
}

const figure = (state: string, { language, width, path }: Picture) =>
  `<figure class="${language} ${width}"><a href="${path}"><img src="${path}" alt="${state}, ${language}, ${width}" loading="lazy"></a><figcaption>${state} · ${language} · ${width}</figcaption></figure>`

const section = (state: string, pictures: Picture[]) => {
  const all = Object.keys(LANGUAGES).length * Object.keys(WIDTHS).length
  const lacking = pictures.length < all ? ` <em>${all - pictures.length} of ${all} are missing</em>` : ''
  const figures = pictures.map((picture) => figure(state, picture)).join('\n')
  return `<details open id="${state}"><summary><h3>${state}</h3>${lacking}</summary><div class="row">\n${figures}\n</div></details>`
}

const CSS = `
:root { font: 15px/1.5 system-ui, sans-serif; color: #1d2530; background: #eef1f5; scroll-padding-top: 4rem }
body { margin: 0 } h1, h3 { display: inline; margin: 0; font-size: 1rem } h2 { margin: 2rem 0 .5rem }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; padding: .75rem 1.5rem; background: #fff; border-bottom: 1px solid #cbd3de }
main { padding: 0 1.5rem 4rem } nav { columns: 16rem; font-size: .875rem } nav ul { margin: 0 0 .75rem; padding: 0; list-style: none; break-inside: avoid }
a { color: #0b53b8 } summary { padding: .5rem 0; cursor: pointer } em { color: #a3300b }
.row { display: flex; gap: 1rem; align-items: start; overflow-x: auto; padding: .25rem 0 1rem }
figure { flex: none; margin: 0 } .phone { width: 195px } .desktop { width: 420px }
img { display: block; width: 100%; min-height: 4rem; background: #fff; border: 1px solid #cbd3de } figcaption { font-size: .75rem; color: #4a5666 }
`

/** A cleared checkbox hides its pictures by CSS alone. */
const hiding = (name: string) => `body:has(#show-${name}:not(:checked)) figure.${name} { display: none }`
const box = ([name, label]: [string, string]) =>
  `<label><input type="checkbox" id="show-${name}" checked> ${label}</label>`

function layOut(states: Map<string, Picture[]>): string {
  const groups = Object.values(PAGES).concat('Other pages')
  const statesOf = (group: string) => [...states].filter(([state]) => pageOf(state) === group)
  const contents = groups.map(
    (group) =>
      `<ul><li><strong>${group}</strong></li>${statesOf(group)
        .map(([state]) => `<li><a href="#${state}">${state}</a></li>`)
        .join('')}</ul>`,
  )
  const bodies = groups.map(
    (group) =>
      `<h2>${group}</h2>\n${statesOf(group)
        .map((one) => section(...one))
        .join('\n')}`,
  )
  const names = [...Object.keys(LANGUAGES), ...Object.keys(WIDTHS)]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gallery</title>
<style>${CSS}${names.map(hiding).join('\n')}</style></head><body>
<header><h1>Gallery</h1>${[...Object.entries(LANGUAGES), ...Object.entries(WIDTHS)].map(box).join('')}</header>
<main><h2>${states.size} states</h2><nav>${contents.join('\n')}</nav>
${bodies.join('\n')}
</main></body></html>
`
}

const rest = process.argv.slice(2)
if (rest.length === 0) rmSync(FOLDER, { recursive: true, force: true })
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--project=screenshots', ...rest]
const { status } = spawnSync(process.execPath, playwright, { stdio: 'inherit' })
const states = readPictures()
writeFileSync(`${FOLDER}/index.html`, layOut(states))
say(`${states.size} states: ${FOLDER}/index.html`)
if (status !== 0) complain('Some states could not be reached, or a page complained: see above')
process.exitCode = status ?? 1
