// Screens, "Join", enrollment letter: a file is too large for session storage. This browser's database keeps it over a reload, sealed with
// a key that only this tab's session has, so only this tab can read it. The first page opened after a visit's time deletes it.

const DATABASE = 'daemun'
const STORE = 'letters'
const KEPT_MS = 50 * 60_000
const AES = 'AES-GCM'
const NEW_LINE = 10

type Sealed = { iv: Uint8Array<ArrayBuffer>; text: ArrayBuffer }

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no database'))
  })

async function ask<T>(mode: IDBTransactionMode, question: (letters: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE)
  const database = await settled(opening)
  try {
    return await settled(question(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

/** A key begins with its time, so that one range covers all old entries. */
const sweep = (letters: IDBObjectStore) => letters.delete(IDBKeyRange.upperBound(String(Date.now() - KEPT_MS)))

/** Deletes letters of earlier visits, whose tabs may be gone. Creates no database if there is none. */
export async function sweepLetters(): Promise<void> {
  const databases = await indexedDB.databases()
  if (databases.some(({ name }) => name === DATABASE)) await ask('readwrite', sweep)
}

/** @returns the ticket with its place and its key. Throws if this browser stores nothing. */
export async function sealLetter(letter: File): Promise<string> {
  const key = await crypto.subtle.generateKey({ name: AES, length: 256 }, true, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const { name, type } = letter
  const plain = await new Blob([JSON.stringify({ name, type }), '\n', letter]).arrayBuffer()
  const sealed: Sealed = { iv, text: await crypto.subtle.encrypt({ name: AES, iv }, key, plain) }
  const place = `${Date.now()}-${crypto.randomUUID()}`
  await ask('readwrite', sweep)
  await ask('readwrite', (letters) => letters.put(sealed, place))
  const { k = '' } = await crypto.subtle.exportKey('jwk', key)
  return `${place} ${k}`
}

/** Throws if the letter is gone. */
export async function openLetter(ticket: string): Promise<File> {
  const [place = '', k = ''] = ticket.split(' ')
  const { iv, text } = await ask('readonly', (letters) => letters.get(place) as IDBRequest<Sealed>)
  const key = await crypto.subtle.importKey('jwk', { kty: 'oct', k, alg: 'A256GCM' }, AES, false, ['decrypt'])
  const plain = new Uint8Array(await crypto.subtle.decrypt({ name: AES, iv }, key, text))
  const end = plain.indexOf(NEW_LINE)
  const { name, type } = JSON.parse(new TextDecoder().decode(plain.subarray(0, end))) as { name: string; type: string }
  return new File([plain.subarray(end + 1)], name, { type })
}

export async function forgetLetter(ticket: string): Promise<void> {
  const [place = ''] = ticket.split(' ')
  await ask('readwrite', (letters) => letters.delete(place))
}
