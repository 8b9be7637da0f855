// The networks of a slow sign-in (docs/performance.md).

/** @property cpu by how much the processor is slowed down */
export type Network = { name: string; kbits: number; latency: number; cpu: number }

export const NETWORKS = [
  { name: 'fast 3G', kbits: 1600, latency: 150, cpu: 4 },
  { name: 'slow 3G', kbits: 400, latency: 400, cpu: 1 },
  { name: 'EDGE', kbits: 120, latency: 800, cpu: 1 },
  { name: 'GPRS', kbits: 50, latency: 1000, cpu: 1 },
] as const satisfies Network[]

/** @throws if there is none of this name */
export function networkOf(named: string): Network {
  const found = NETWORKS.find(({ name }) => name === named)
  if (!found) throw new Error(`${named} is none of ${NETWORKS.map(({ name }) => name).join(', ')}`)
  return found
}
