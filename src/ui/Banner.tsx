import { useState } from 'react'
import { isSafeAddress } from '../rules/webAddress'

/**
 * The service's picture in the left half, at lg and above (CSS). Decoration: readers skip it, narrow pages do not fetch it, and where it
 * fails the page is laid out as without one. It stands before the main part in the page: the layout depends on its being there.
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
