import { useState } from 'react'
import { isSafeAddress } from '../../rules/fields/webAddress.ts'

/**
 * The service's picture in the left half, at lg and above (CSS). It is decoration: screen readers skip it, narrow pages do not load it, and
 * if it fails, the half keeps the service's tint. It precedes the main part in the document, as it does on the screen.
 */
export function Banner({ src }: { src: string | null | undefined }) {
  const [failed, setFailed] = useState<string | null>(null)
  if (!isSafeAddress(src) || failed === src) return null
  return (
    <div className="banner" aria-hidden="true">
      <img src={src} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setFailed(src)} />
    </div>
  )
}
