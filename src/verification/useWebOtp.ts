import { type Dispatch, useEffect } from 'react'
import { readSms } from '../effects/browser/readSms.ts'
import type { SmsEvent } from '../rules/sms.ts'

/** Types the code of an arriving SMS, if the browser can read it. */
export function useWebOtp(isAwaited: boolean, dispatch: Dispatch<SmsEvent>): void {
  useEffect(() => {
    if (!isAwaited) return
    const left = new AbortController()
    void readSms(left.signal).then((code) => code && dispatch({ on: 'typed', text: code }))
    return () => left.abort()
  }, [isAwaited, dispatch])
}
