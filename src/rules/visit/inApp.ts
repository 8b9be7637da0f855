// Quality, ux.md 27: the browsers inside apps, which keep no cookies for long, lose a visit to another app, and often have no passkeys.
/** KakaoTalk, Naver, LINE and Instagram, by what they add to the user agent. */
const IN_APP = /KAKAOTALK|NAVER\(inapp|\bLine\/|\bInstagram\b/i

export const isInApp = (userAgent: string): boolean => IN_APP.test(userAgent)
