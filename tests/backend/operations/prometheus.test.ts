// The dashboard and the alert rules, with a real Prometheus that scrapes a running backend.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { RunningBackend } from '../../../backend/main.ts'
import { gatewaysOf } from '../../../backend/sms/gateways.ts'
import { freePort } from '../../../server/ports.ts'
import { findPrometheus } from '../../../scripts/run/setUp.ts'
import { Browser, data } from '../browser.ts'
import { Joiner } from '../joiner.ts'
import { copyOf, signInAt, start } from '../start.ts'

const RULES = 'deploy/prometheus/alerts.yml'
const rules = readFileSync(RULES, 'utf8')
const operators = readFileSync('docs/operators.md', 'utf8')

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z._default(z.array(z.object({ expr: z.string() })), []) })),
})
const dashboard = Dashboard.parse(JSON.parse(readFileSync('deploy/grafana/daemun.json', 'utf8')))
const queries = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const))

test('each alert leads to a heading of docs/operators.md, which names the alert', () => {
  const anchors = [...operators.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  const alerts = [...rules.matchAll(/- alert: (\w+)[\s\S]*?runbook: docs\/operators\.md#(\S+)/g)]
  expect(alerts).toHaveLength(rules.split('- alert:').length - 1)
  for (const [, name, runbook] of alerts) {
    expect(anchors, name).toContain(runbook)
    expect(operators).toContain(`| \`${name}\` `)
    expect(operators).toContain(`](#${runbook}) `)
  }
})

test('the dashboard and the alerts use no metric that docs/operators.md does not name', () => {
  const used = [...`${rules}\n${queries.flat().join('\n')}`.matchAll(/\bdaemun_[a-z_]+/g)].map(([name]) => name)
  for (const name of new Set(used)) expect(operators, name).toContain(`\`${name.replace(/_bucket$/, '')}`)
})

const program = findPrometheus()

describe.skipIf(program === null)('with a Prometheus (skipped without `prometheus` and `promtool` on the PATH)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daemun-prometheus-'))
  let backend: RunningBackend
  let prometheus: ChildProcess
  let origin = ''

  const Answer = z.object({ status: z.literal('success'), data: z.unknown() })
  async function ask(path: string): Promise<unknown> {
    const answer = await fetch(`${origin}/api/v1/${path}`)
    return Answer.parse(await answer.json()).data
  }
  const Result = z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) })
  const valuesOf = async (query: string): Promise<string[]> =>
    Result.parse(await ask(`query?${new URLSearchParams({ query })}`)).result.map(({ value }) => value[1])

  beforeAll(async () => {
    const sms_gateways = gatewaysOf({ SMS_URL: 'http://127.0.0.1:1', SMS_SECRET: 'x'.repeat(32) })
    backend = await start({ metrics: { host: '127.0.0.1', port: 0 }, sms_gateways })
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const config = {
      // A busy machine needs more than some tenths of a second for a scrape, and Prometheus keeps none that came too late.
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '500ms' },
      rule_files: [resolve(RULES)],
      scrape_configs: [
        { job_name: 'daemun', static_configs: [{ targets: [new URL(backend.metrics_url ?? '').host] }] },
      ],
    }
    // JSON is YAML.
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
    const files = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`]
    prometheus = spawn(program?.prometheus ?? '', [...files, `--web.listen-address=127.0.0.1:${port}`], {
      stdio: 'ignore',
    })
    await vi.waitFor(async () => expect(await valuesOf('up{job="daemun"}')).toEqual(['1']), { timeout: 30_000 })
  })
  afterAll(async () => {
    if (prometheus) {
      const ended = new Promise((done) => prometheus.once('exit', done))
      prometheus.kill('SIGTERM')
      await ended
    }
    await backend?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the rules are valid, and each alert fires in its situation', () => {
    const promtool = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(program?.promtool ?? '', args, { encoding: 'utf8' })
      expect(status, stdout + stderr).toBe(0)
    }
    promtool('check', 'rules', RULES)
    promtool('test', 'rules', RULES.replace('.yml', '.test.yml'))
  })

  test('every query of the dashboard returns a series after members have come', async () => {
    const sms = await copyOf(backend, 'sms')
    const browser = new Browser(backend.url)
    const { reply } = await signInAt(backend, browser, sms)
    const headers = { 'x-authenticator': `Token ${String(data(reply).auth_token)}` }
    expect((await browser.post('/authenticator/v1/issue/sms', {}, headers)).status).toBe(503)
    await signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))
    await signInAt(backend, new Browser(backend.url), await copyOf(backend, 'suspended'))
    const joiner = await new Joiner(backend).arrive()
    await joiner.proveEmail()
    // A text message that left: the events are what counts, whichever gateway took it.
    backend.ctx.counted('code.sent', { kind: 'sms', purpose: 'SECOND_FACTOR', country: 'KR' })
    for (const [title, expr] of queries) {
      const query = expr.replaceAll('$__rate_interval', '1m').replaceAll('$__range', '1h').replaceAll('$job', '.+')
      await vi.waitFor(async () => expect(await valuesOf(query), `${title}: ${query}`).not.toEqual([]), {
        timeout: 30_000,
      })
    }
  })

  test('the server evaluates each alert without an error', async () => {
    const Rules = z.object({
      groups: z.array(z.object({ rules: z.array(z.object({ name: z.string(), health: z.string() })) })),
    })
    const count = rules.split('- alert:').length - 1
    const healthOf = async () => Rules.parse(await ask('rules')).groups.flatMap((group) => group.rules)
    await vi.waitFor(
      async () => expect((await healthOf()).map(({ health }) => health)).toEqual(Array<string>(count).fill('ok')),
      { timeout: 30_000 },
    )
  })
})
