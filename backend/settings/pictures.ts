// The pictures of a service: each is an address, or a file beside the settings, which the database takes in.
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { StartProblem } from '../startProblem.ts'
import { isSafe, SAFE_URL } from './addresses.ts'
import { bytesOf } from './contentOf.ts'

export const PICTURES = ['icon_image_url', 'banner_image_url', 'banner_image_url_en', 'banner_image_url_cn'] as const
type WithPictures = { [Name in (typeof PICTURES)[number]]?: string | undefined }

/** @property id the SHA-256 of the bytes, in hexadecimal @property type of the content */
export type Picture = { id: string; type: string; bytes: Buffer }

/** A banner is the largest one. The database holds it, and each first visit of a browser reads it. */
const MOST_KB = 300

/** What the bytes begin with, in hexadecimal. No SVG: it can have scripts. */
const TYPES: readonly (readonly [type: string, begins: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/],
]

export const PICTURE_WANTED = `${SAFE_URL}, or the path of a file in the folder of the settings or below`
/** NOTE: a service sends its settings to the operator, so they must not name a file elsewhere on the operator's machine. */
export const isPicture = (text: string): boolean => isSafe(text) || !/^\/|[:\\]|^$|(^|\/)\.\.(\/|$)/.test(text)

/** The file of a picture. @throws StartProblem if it cannot be read, or is no picture that the backend serves */
export function pictureIn(path: string): Picture {
  const bytes = bytesOf(path)
  const begin = bytes.toString('hex', 0, 12)
  const type = TYPES.find(([, begins]) => begins.test(begin))?.[0]
  if (type === undefined) throw new StartProblem(`${path} is no PNG, JPEG or WebP`)
  if (bytes.length > MOST_KB * 1024) throw new StartProblem(`${path} has more than ${MOST_KB} kB`)
  return { id: createHash('sha256').update(bytes).digest('hex'), type, bytes }
}

/** The same service with another value for each picture in a file. */
function withFiles<S extends WithPictures>(service: S, valueOf: (path: string) => string): S {
  const changed = PICTURES.flatMap((name) => {
    const value = service[name]
    return value === undefined || isSafe(value) ? [] : [[name, valueOf(value)] as const]
  })
  return { ...service, ...Object.fromEntries(changed) }
}

/** The same service with the whole path of each picture in a file. @throws StartProblem if one cannot be served */
export const withWholePaths = <S extends WithPictures>(service: S, folder: string): S =>
  withFiles(service, (given) => {
    const path = resolve(folder, given)
    pictureIn(path)
    return path
  })

/** The same service with the addresses that routes/pictures.ts serves, and the pictures that are in files. @param url the backend's own address */
export function withAddresses<S extends WithPictures>(service: S, url: string): { service: S; pictures: Picture[] } {
  const pictures: Picture[] = []
  const addressed = withFiles(service, (path) => {
    const picture = pictureIn(path)
    pictures.push(picture)
    return `${url}/pictures/${picture.id}`
  })
  return { service: addressed, pictures }
}
