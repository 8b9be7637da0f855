// Compressed copies of every static file, made once, so that the server only picks one.
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Both encodings of a body. @param quality of Brotli; 11, the best, takes twenty times as long as 5, and saves a tenth */
export async function encode(body: Buffer, quality = 11): Promise<{ br: Buffer; gz: Buffer }> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [br, gz] = await Promise.all([brotli(body, { params }), zip(body, { level: 9 })])
  return { br, gz }
}

/** Writes `file.br` and `file.gz`. */
export async function writeTwins(file: string): Promise<{ bytes: number; br: number; gz: number }> {
  const body = readFileSync(file)
  const { br, gz } = await encode(body)
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gz)
  return { bytes: body.length, br: br.length, gz: gz.length }
}
