// Decrypts and encrypts the stored state of a tab. The key is public in the page (src/stores/cipher.ts).
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'

/** Hides the tab, which makes the app store pending changes at once. */
export const putAway = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Merges `patch` into the stored state of this store. The page sees it after a reload. */
export async function sealAnew(page: Page, name: string, patch: object): Promise<void> {
  await putAway(page)
  const { sealed, settings } = await page.evaluate((stored) => {
    const text = document.getElementById('settings')?.textContent
    return { sealed: sessionStorage.getItem(stored) ?? '', settings: text ?? '{}' }
  }, `daemun.${name}`)
  const { VITE_STORAGE_KEY = '' } = JSON.parse(settings) as Record<string, string>
  const key = sha256(`encrypt:${VITE_STORAGE_KEY}`)
  const [version = '', time = '', iv = '', text = ''] = sealed.split('.')
  const decipher = createDecipheriv('aes-256-cbc', key, Buffer.from(iv, 'hex'))
  const stored = JSON.parse(decipher.update(text, 'base64', 'utf8') + decipher.final('utf8')) as object

  const newIv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', key, newIv)
  const state = JSON.stringify({ ...stored, ...patch })
  const encrypted = cipher.update(state, 'utf8', 'base64') + cipher.final('base64')
  const body = [version, time, newIv.toString('hex'), encrypted].join('.')
  const mac = createHmac('sha256', sha256(`authenticate:${VITE_STORAGE_KEY}`))
    .update(`${name}:${body}`)
    .digest('hex')
  await page.evaluate(
    ([at = '', value = '']) => sessionStorage.setItem(at, value),
    [`daemun.${name}`, `${body}.${mac}`],
  )
}
