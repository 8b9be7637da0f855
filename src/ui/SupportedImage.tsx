import { useState, type ReactNode } from 'react'

/** Images of a service come over https, or from this machine while developing; nothing else is asked for. */
export function isImageUrl(url: string | null | undefined): url is string {
  if (!url || !URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}

type Props = { src: string | null | undefined; alt: string; otherwise: ReactNode; lazy?: boolean }

/** An image that someone else hosts. It learns nothing of the page, and `otherwise` stands in when it cannot be shown. */
export function SupportedImage({ src, alt, otherwise, lazy }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  if (!isImageUrl(src) || failed === src) return otherwise
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
