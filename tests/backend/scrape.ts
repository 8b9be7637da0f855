// Reads the metrics of a running backend, as a Prometheus server does.
import type { RunningBackend } from '../../backend/main.ts'

/** @property name with its labels, as `daemun_sign_ins_total{result="done"}` */
type Series = { name: string; value: number }

export async function scrape({ metrics_url }: Pick<RunningBackend, 'metrics_url'>): Promise<Series[]> {
  const answer = await fetch(metrics_url ?? '')
  if (answer.status !== 200) throw new Error(`${answer.status}`)
  return (await answer.text())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const at = line.lastIndexOf(' ')
      return { name: line.slice(0, at), value: Number(line.slice(at + 1)) }
    })
}

/** What some work adds to each series. Series that stay as they are, are left out. */
export async function moved(backend: RunningBackend, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = new Map((await scrape(backend)).map(({ name, value }) => [name, value]))
  await work()
  const after = (await scrape(backend)).map(({ name, value }) => [name, value - (before.get(name) ?? 0)] as const)
  return Object.fromEntries(after.filter(([, more]) => more !== 0))
}
