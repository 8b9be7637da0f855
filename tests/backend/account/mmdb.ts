// A small database in MaxMind's format (MaxMind DB File Format Specification 2.0), with records of 24 bits and IPv4 alone.
const MARKER = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')

type Value = string | number | { [name: string]: Value }

/** Types of the format: 2 is a text, 6 an unsigned number of 32 bits, 7 a map. */
function encoded(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([Buffer.from([(2 << 5) | text.length]), text])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([Buffer.from([(6 << 5) | 4]), bytes])
  }
  const entries = Object.entries(value)
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([name, inner]) => [encoded(name), encoded(inner)]),
  ])
}

/** @param records what each address has, by all of its 32 bits */
export function mmdb(records: Record<string, Value>): Buffer {
  const nodes: [number, number][] = [[-1, -1]]
  const leaves: Buffer[] = []
  for (const [address, record] of Object.entries(records)) {
    const bits = address
      .split('.')
      .flatMap((part) => Array.from({ length: 8 }, (_, bit) => (Number(part) >> (7 - bit)) & 1))
    let node = 0
    bits.forEach((bit, at) => {
      const side = bit as 0 | 1
      const now = nodes[node]
      if (!now) throw new Error('no such node')
      if (at === bits.length - 1) {
        // A leaf: below -1, by its number.
        now[side] = -2 - leaves.length
        leaves.push(encoded(record))
      } else {
        if (now[side] < 0) now[side] = nodes.push([-1, -1]) - 1
        node = now[side]
      }
    })
  }
  const offsets = leaves.map((_, at) => leaves.slice(0, at).reduce((sum, { length }) => sum + length, 0))
  const pointer = (to: number): number => {
    if (to >= 0) return to
    return to === -1 ? nodes.length : nodes.length + 16 + (offsets[-2 - to] ?? 0)
  }
  const tree = Buffer.alloc(nodes.length * 6)
  nodes.forEach(([left, right], at) => {
    tree.writeUIntBE(pointer(left), at * 6, 3)
    tree.writeUIntBE(pointer(right), at * 6 + 3, 3)
  })
  const metadata = encoded({
    node_count: nodes.length,
    record_size: 24,
    ip_version: 4,
    database_type: 'Test-City',
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    description: { en: 'of a test' },
  })
  return Buffer.concat([tree, Buffer.alloc(16), ...leaves, MARKER, metadata])
}
