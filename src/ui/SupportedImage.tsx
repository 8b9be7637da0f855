import { useState, type ReactNode } from 'react'
import { isSafeAddress } from '../rules/webAddress'

type Props = { src: string | null | undefined; alt: string; otherwise: ReactNode; lazy?: boolean }

/** An image that someone else hosts. It learns nothing of the page, and `otherwise` stands in when it cannot be shown. */
export function SupportedImage({ src, alt, otherwise, lazy }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  if (!isSafeAddress(src) || failed === src) return otherwise
  return (
    <img
      src={src}
      alt={alt}
      referrerPolicy="no-referrer"
      decoding="async"
      {...(lazy && { loading: 'lazy' })}
      onError={() => setFailed(src)}
    />
  )
}
