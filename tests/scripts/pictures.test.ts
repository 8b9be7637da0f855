// `npm run gallery:compare`: what counts as another picture.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { compare } from '../../scripts/pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))

/** A picture of one colour, with a black square of this side in its corner. */
async function picture(name: string, { height = 100, square = 0, white = 255 } = {}): Promise<string> {
  const data = Buffer.alloc(100 * height * 3, white)
  for (let y = 0; y < square; y++) data.fill(0, y * 300, y * 300 + square * 3)
  const file = join(folder, `${name}.png`)
  await sharp(data, { raw: { width: 100, height, channels: 3 } })
    .png()
    .toFile(file)
  return file
}

test('the same picture differs nowhere, and neither does one whose shades are a little other', async () => {
  const plain = await picture('plain')
  expect((await compare(plain, plain)).share).toBe(0)
  expect((await compare(plain, await picture('shade', { white: 250 }))).share).toBe(0)
})

test('a part that changed is counted, and marked in red', async () => {
  const { share, marked } = await compare(await picture('plain'), await picture('square', { square: 10 }))
  expect(share).toBe(0.01)
  const { data } = await sharp(marked).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([214, 0, 28])
  expect([...data.subarray(-3)]).toEqual([255, 255, 255])
})

test('a page that became longer differs by what was added', async () => {
  const { share } = await compare(await picture('plain'), await picture('long', { height: 125 }))
  expect(share).toBe(0.2)
})
