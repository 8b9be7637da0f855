// The page for a person whose network has begun too many visits: what to do, and when.
import type { Locale } from '../../src/wire/locale.ts'
import { plainPage, type Page } from '../../server/plainPage.ts'

type Words = { busy: string; wait: (seconds: number) => string }

const WORDS: Record<Locale, Words> = {
  ko: {
    busy: '잠시 뒤에 다시 시도해 주세요',
    wait: (seconds) => `이 네트워크에서 로그인을 너무 많이 시작했어요. ${seconds}초 뒤에 새로고침해 주세요.`,
  },
  en: {
    busy: 'Please try again in a moment',
    wait: (seconds) =>
      `Too many sign-ins were begun from this network. Please reload this page in ${seconds} second${seconds === 1 ? '' : 's'}.`,
  },
  zh: {
    busy: '请稍后再试',
    wait: (seconds) => `此网络发起的登录过多，请在 ${seconds} 秒后刷新页面。`,
  },
  ja: {
    busy: 'しばらくしてからもう一度お試しください',
    wait: (seconds) => `このネットワークからのログインが多すぎます。${seconds}秒後にページを再読み込みしてください。`,
  },
}

export const busyPage = (locale: Locale, seconds: number): Page =>
  plainPage(locale, WORDS[locale].busy, `<p>${WORDS[locale].wait(seconds)}</p>`)
