// A font whose letters are blocks of two widths, so that a text takes the same room on every machine. Source: OpenType 1.9.

const EM = 1000
const [ASCENT, DESCENT] = [800, -200]
/** The advance of each glyph: nothing, a letter of half an em, and a Korean, Chinese or Japanese one. */
const ADVANCES = [0, EM / 2, EM]
/** The first character of each range, and the glyph of its characters. */
const RANGES = [
  { from: 0x20, glyph: 1 },
  { from: 0x1100, glyph: 2 },
  { from: 0x1200, glyph: 1 },
  { from: 0x2e80, glyph: 2 },
  { from: 0xd7fc, glyph: 1 },
  { from: 0xf900, glyph: 2 },
  { from: 0xfb00, glyph: 1 },
  { from: 0xff00, glyph: 2 },
] as const
const LAST = 0xffef

const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [(value >> 8) & 255, value & 255]))
const u32 = (...values: number[]) => u16(...values.flatMap((value) => [value >>> 16, value & 0xffff]))

/** A rectangle between baseline and x-height, or nothing. */
const outline = (width: number) =>
  width === 0
    ? Buffer.alloc(0)
    : Buffer.concat([
        u16(1, 50, 0, width - 50, 500, 3, 0),
        Buffer.from([1, 1, 1, 1]),
        u16(50, 0, width - 100, 0),
        u16(0, 500, 0, -500),
      ])

const glyphs = ADVANCES.map(outline)
const offsets = glyphs.map((_, place) => glyphs.slice(0, place).reduce((sum, { length }) => sum + length, 0))
const groups = RANGES.map(({ from, glyph }, place) => u32(from, (RANGES[place + 1]?.from ?? LAST + 1) - 1, glyph))
const name = Buffer.from('Blocks', 'utf16le').swap16()

const TABLES: Record<string, Buffer> = {
  'OS/2': Buffer.concat([
    u16(4, EM / 2, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
    Buffer.alloc(10),
    u32(0, 0, 0, 0),
    Buffer.from('NONE'),
    u16(0x40, 0x20, 0xffff, ASCENT, DESCENT, 0, ASCENT, -DESCENT),
    u32(0, 0),
    u16(500, 700, 0, 0x20, 1),
  ]),
  // Format 13: each range has one glyph.
  cmap: Buffer.concat([
    u16(0, 1, 3, 10),
    u32(12),
    u16(13, 0),
    u32(16 + 12 * groups.length, 0, groups.length),
    ...groups,
  ]),
  glyf: Buffer.concat(glyphs),
  head: Buffer.concat([
    u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
    u16(3, EM),
    Buffer.alloc(16),
    u16(0, 0, EM, 500, 0, 8, 2, 1, 0),
  ]),
  hhea: u16(1, 0, ASCENT, DESCENT, 0, EM, 0, 0, EM, 1, 0, 0, 0, 0, 0, 0, 0, ADVANCES.length),
  hmtx: u16(...ADVANCES.flatMap((advance) => [advance, advance === 0 ? 0 : 50])),
  loca: u32(
    ...offsets,
    glyphs.reduce((sum, { length }) => sum + length, 0),
  ),
  maxp: u16(1, 0, ADVANCES.length, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
  name: Buffer.concat([u16(0, 4, 6 + 12 * 4), ...[1, 2, 4, 6].map((id) => u16(3, 1, 0x409, id, name.length, 0)), name]),
  post: Buffer.concat([u32(0x30000, 0), u16(-100, 50), u32(1, 0, 0, 0, 0)]),
}

const padded = (table: Buffer) => Buffer.concat([table, Buffer.alloc(-table.length & 3)])
const checksum = (table: Buffer) =>
  Array.from({ length: table.length / 4 }, (_, place) => table.readUInt32BE(place * 4)).reduce(
    (sum, value) => (sum + value) >>> 0,
    0,
  )

/** The file of the font, as TrueType. */
export function blockFont(): Buffer {
  const tables = Object.entries(TABLES)
  let at = 12 + 16 * tables.length
  const directory = tables.map(([tag, table]) => {
    const row = Buffer.concat([Buffer.from(tag), u32(checksum(padded(table)), at, table.length)])
    at += padded(table).length
    return row
  })
  return Buffer.concat([
    u32(0x10000),
    u16(tables.length, 128, 3, tables.length * 16 - 128),
    ...directory,
    ...tables.map(([, table]) => padded(table)),
  ])
}
