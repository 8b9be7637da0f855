import { useState } from 'react'
import { isSafeAddress } from '../../rules/fields/webAddress.ts'

export type BannerOf = { name: string; src: string | null | undefined }

/**
 * The left half, at lg and above (CSS): the service's name on its tint, into which its picture fades. It is decoration: screen readers skip
 * it, because the header names the service, and narrow pages do not load the picture. If the picture fails, the name stays. It precedes the
 * main part in the document, as it does on the screen.
 */
export function Banner({ name, src }: BannerOf) {
  const [failed, setFailed] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<string | null>(null)
  return (
    <div className="banner" aria-hidden="true">
      <p>{name}</p>
      {isSafeAddress(src) && failed !== src && (
        <img
          src={src}
          alt=""
          className={loaded === src ? 'shown' : undefined}
          loading="lazy"
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(src)}
          onError={() => setFailed(src)}
        />
      )}
    </div>
  )
}
