// Contract: one row a call, and one list of the rows.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CALLS, everyCall } from '../contract/calls.ts'
import { initLogin, serviceInfo } from '../contract/calls/entry.ts'
import { initSession, verifyPwd } from '../contract/calls/signIn.ts'
import { CONTRACT, PARTNERS, withTables, withPartnerTables } from '../scripts/contractTable.ts'
import { PROOF_METHODS, proofRow } from '../contract/signInMethods.ts'
import { WEBHOOK_EVENTS } from '../contract/shapes/webhooks.ts'
import { filesIn } from '../scripts/importGraph.ts'

test('the table lists every row of contract/calls', async () => {
  const files = await Promise.all(
    filesIn('contract/calls').map((path) => import(`../${path}`) as Promise<Record<string, unknown>>),
  )
  expect(files.flatMap((file) => Object.keys(file)).toSorted()).toEqual(Object.keys(CALLS).toSorted())
})

test('each method and path belongs to one row, and each value in a path has its shape', () => {
  const addresses = everyCall.map(({ backend, method, path }) => `${backend} ${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const { path, values = {} } of everyCall)
    expect([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(values))
})

test('docs/contract.md has the tables of the rows: `npx node scripts/contractTable.ts` writes them anew', async () => {
  const document = readFileSync(CONTRACT, 'utf8')
  for (const { path } of everyCall) expect(document).toContain(` ${path}\``)
  expect(await withTables(document)).toBe(document)
})

test('docs/partners.md has the tables of methods and webhooks: `npx node scripts/contractTable.ts` writes them anew', async () => {
  const document = readFileSync(PARTNERS, 'utf8')
  for (const { amr } of PROOF_METHODS.map(proofRow))
    for (const name of amr) expect(document).toMatch(new RegExp(`^\\|.*\`"${name}"`, 'm'))
  for (const type of WEBHOOK_EVENTS) expect(document).toContain(`| \`${type}\``)
  expect(await withPartnerTables(document)).toBe(document)
})

test('the inline script of the page asks at the paths of the rows, which it does not import', () => {
  const script = ['earlyScript', 'earlySignIn'].map((name) => readFileSync(`src/api/${name}.ts`, 'utf8')).join('')
  expect([...script.matchAll(/['}](\/v1\/[\w/]+)['`]/g)].map(([, path]) => path)).toEqual([
    initSession.path,
    initLogin.path,
    serviceInfo.path,
    verifyPwd.path,
  ])
})
