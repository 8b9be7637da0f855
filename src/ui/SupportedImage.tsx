import { useState } from 'react'
import { isSafeAddress } from '../rules/fields/webAddress.ts'

/** A decorative picture from another host, which learns nothing about the page. If it fails, nothing is shown. */
export function SupportedImage({ src }: { src: string | null | undefined }) {
  const [failed, setFailed] = useState<string | null>(null)
  if (!isSafeAddress(src) || failed === src) return null
  return <img src={src} alt="" referrerPolicy="no-referrer" decoding="async" onError={() => setFailed(src)} />
}
