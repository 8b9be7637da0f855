import { useState } from 'react'
import { isSafeAddress } from '../rules/webAddress'

/** A picture that someone else hosts, beside words that say the same. Its host learns nothing of the page; where it fails there is none. */
export function SupportedImage({ src }: { src: string | null | undefined }) {
  const [failed, setFailed] = useState<string | null>(null)
  if (!isSafeAddress(src) || failed === src) return null
  return <img src={src} alt="" referrerPolicy="no-referrer" decoding="async" onError={() => setFailed(src)} />
}
