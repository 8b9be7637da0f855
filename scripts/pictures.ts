// Compares two pictures of a page pixel by pixel, for scripts/compareGallery.ts.
import sharp from 'sharp'

/** A channel that differs by less is the same to the eye: edges of letters are drawn a little differently each time. */
const LEAST = 24

type Raw = { data: Buffer; width: number; height: number }

async function read(file: string): Promise<Raw> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * @param before path of a PNG
 * @param after path of a PNG of the same width; it may be longer or shorter
 * @returns the share of pixels that differ, from 0 to 1, and a PNG of the later picture, pale, with those pixels in red
 */
export async function compare(before: string, after: string): Promise<{ share: number; marked: Buffer }> {
  const [old, now] = await Promise.all([read(before), read(after)])
  const width = Math.max(old.width, now.width)
  const height = Math.max(old.height, now.height)
  const marked = Buffer.alloc(width * height * 3, 255)
  let count = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [a, b] = [old, now].map((one) => (x < one.width && y < one.height ? (y * one.width + x) * 3 : -1))
      const isSame = a !== undefined && b !== undefined && a >= 0 && b >= 0 && isAlike(old, a, now, b)
      const to = (y * width + x) * 3
      if (isSame) for (let c = 0; c < 3; c++) marked[to + c] = 200 + ((now.data[(b ?? 0) + c] ?? 0) * 55) / 255
      else {
        count++
        marked.set([214, 0, 28], to)
      }
    }
  return { share: count / (width * height), marked: await toPng(marked, width, height) }
}

const isAlike = (old: Raw, a: number, now: Raw, b: number): boolean =>
  [0, 1, 2].every((c) => Math.abs((old.data[a + c] ?? 0) - (now.data[b + c] ?? 0)) < LEAST)

const toPng = (data: Buffer, width: number, height: number): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
