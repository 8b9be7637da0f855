// The floors: the same form as plain HTML, and as React with nothing else. They are built from the same packages and have the app's
// language, because loading Korean glyphs is not the app's work.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { writeRecord } from '../scripts/build/finish.ts'

/** The fields of the form. */
const FIELDS: [name: string, type: string, label: string][] = [
  ['login_id', 'email', '이메일'],
  ['password', 'password', '비밀번호'],
]
const STYLE =
  'body{font:16px system-ui;margin:2rem auto;max-width:24rem}label,input,button{display:block;width:100%;margin:.5rem 0}'

/** A page with this in its root, and this in its head. */
export const floorPage = (root: string, script: string) => `<!doctype html>
<html lang="ko">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>로그인</title><link rel="icon" href="data:,">
<script type="application/json" id="settings">{}</script><style>${STYLE}</style>${script}</head>
<body><div id="root">${root}</div></body></html>`

/** The form as HTML, with these attributes. */
export const formOf = (attributes = '') =>
  `<form ${attributes}><h1>로그인</h1>${FIELDS.map(
    ([name, type, label]) => `<label>${label}<input name="${name}" type="${type}"></label>`,
  ).join('')}<button type="submit">로그인</button></form>`

/**
 * The form as a program of React alone.
 * @param onSubmit a statement with the event `e`
 * @param before what the statement needs
 */
const reactForm = (onSubmit: string, before: string) => `import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
${before}
function Form() {
  const [busy, setBusy] = useState(false)
  return h('form', { onSubmit: (e) => { e.preventDefault(); setBusy(true); ${onSubmit} } }, h('h1', null, '로그인'),
    ...${JSON.stringify(FIELDS)}.map(([name, type, label]) => h('label', { key: name }, label, h('input', { name, type }))),
    h('button', { type: 'submit', disabled: busy }, '로그인'))
}
createRoot(document.getElementById('root')).render(h(Form))`

/** Builds React's form in a folder of the project, where packages are found. The folder begins empty. @returns the folder of the build */
export async function buildReact(folder: string, onSubmit = '', before = ''): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  const [source, react] = [join(folder, 'source'), join(folder, 'react')]
  mkdirSync(source, { recursive: true })
  writeFileSync(join(source, 'index.html'), floorPage('', '<script type="module" src="/main.js"></script>'))
  writeFileSync(join(source, 'main.js'), reactForm(onSubmit, before))
  await build({
    configFile: false,
    root: source,
    logLevel: 'error',
    build: { outDir: react, emptyOutDir: true, modulePreload: { polyfill: false } },
  })
  await writeRecord(react, 'bench', [])
  return react
}

/** Builds both floors in a folder of the project, and returns their folders. */
export async function buildFloors(folder: string): Promise<{ react: string; plain: string }> {
  const react = await buildReact(folder)
  const plain = join(folder, 'static')
  mkdirSync(plain, { recursive: true })
  writeFileSync(join(plain, 'index.html'), floorPage(formOf(), ''))
  await writeRecord(plain, 'bench', [])
  return { react, plain }
}
