import { useEffect } from 'react'
import { readSms } from '../effects/browser/readSms.ts'

/** Types the code of an arriving SMS, if the browser can read it. */
export function useWebOtp(isAwaited: boolean, typed: (text: string) => void): void {
  useEffect(() => {
    if (!isAwaited) return
    const left = new AbortController()
    void readSms(left.signal).then((code) => code && typed(code))
    return () => left.abort()
  }, [isAwaited, typed])
}
