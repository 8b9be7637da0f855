// The few pages that the issuer shows itself: an error, the question before signing out, and "signed out".
import { createHash } from 'node:crypto'
import { LOCALES, type Locale } from '../../src/wire/codes'
import { localeOf } from '../../src/wire/locale'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const STYLE = `*{box-sizing:border-box}
body{margin:0;background:#f7f8fa;color:#2b2f36;font:16px/26px system-ui,'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif;word-break:keep-all;overflow-wrap:anywhere}
main{max-width:440px;margin:12vh auto 0;padding:32px;background:#fff;border:1px solid #dfe3e8;border-radius:20px}
h1{font-size:24px;line-height:32px;margin:0 0 8px;text-wrap:balance}p{margin:0 0 16px}
.soft{margin:0;padding-top:16px;border-top:1px solid #dfe3e8;color:#69717d;font-size:14px;line-height:22px}
button{display:block;width:100%;min-height:52px;margin-top:12px;border:1px solid #868e99;border-radius:12px;background:#fff;color:inherit;font:inherit;cursor:pointer}
button[value]{border-color:#d93a00;background:#d93a00;color:#fff;font-weight:700}
button:focus-visible{outline:2px solid #d93a00;outline-offset:2px}
@media (max-width:599px){body{background:#fff}main{margin:0;padding:40px 20px;border:0}}`
const SUBMIT = `document.getElementById('op.logoutForm').submit()`
const sha = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type Words = {
  refused: string
  goBack: string
  failed: string
  tryAgain: string
  busy: string
  wait: (seconds: number) => string
  question: string
  signOut: string
  cancel: string
  signingOut: string
  signedOut: string
  stillIn: string
  close: string
}

const WORDS: Record<Locale, Words> = {
  ko: {
    refused: '로그인할 수 없어요',
    goBack: '서비스로 돌아가서 다시 시작해 주세요.',
    failed: '일시적인 문제가 생겼어요',
    tryAgain: '잠시 뒤에 다시 시도해 주세요.',
    busy: '잠시 뒤에 다시 시도해 주세요',
    wait: (seconds) => `이 네트워크에서 로그인을 너무 많이 시작했어요. ${seconds}초 뒤에 새로고침해 주세요.`,
    question: '로그아웃할까요?',
    signOut: '로그아웃',
    cancel: '취소',
    signingOut: '로그아웃하고 있어요',
    signedOut: '로그아웃했어요',
    stillIn: '로그인 상태를 유지했어요',
    close: '이 창을 닫아도 돼요.',
  },
  en: {
    refused: 'Sign-in did not go on',
    goBack: 'Please go back to the service and start again.',
    failed: 'Something went wrong on our side',
    tryAgain: 'Please try again in a moment.',
    busy: 'Please try again in a moment',
    wait: (seconds) =>
      `Too many sign-ins were begun from this network. Please reload this page in ${seconds} second${seconds === 1 ? '' : 's'}.`,
    question: 'Sign out?',
    signOut: 'Sign out',
    cancel: 'Cancel',
    signingOut: 'Signing out …',
    signedOut: 'You are signed out',
    stillIn: 'You are still signed in',
    close: 'You may close this page.',
  },
  zh: {
    refused: '无法登录',
    goBack: '请返回服务重新开始。',
    failed: '出现了暂时的问题',
    tryAgain: '请稍后再试。',
    busy: '请稍后再试',
    wait: (seconds) => `此网络发起的登录过多，请在 ${seconds} 秒后刷新页面。`,
    question: '要退出登录吗？',
    signOut: '退出登录',
    cancel: '取消',
    signingOut: '正在退出登录',
    signedOut: '已退出登录',
    stillIn: '仍保持登录状态',
    close: '可以关闭此页面。',
  },
  ja: {
    refused: 'ログインできません',
    goBack: 'サービスに戻って、もう一度やり直してください。',
    failed: '一時的な問題が発生しました',
    tryAgain: 'しばらくしてからもう一度お試しください。',
    busy: 'しばらくしてからもう一度お試しください',
    wait: (seconds) => `このネットワークからのログインが多すぎます。${seconds}秒後にページを再読み込みしてください。`,
    question: 'ログアウトしますか？',
    signOut: 'ログアウト',
    cancel: 'キャンセル',
    signingOut: 'ログアウトしています',
    signedOut: 'ログアウトしました',
    stillIn: 'ログインしたままです',
    close: 'このページを閉じてもかまいません。',
  },
}

/** What whoever connects a service can do about an error, where the library's own words do not say it. */
const HINTS: Record<string, string> = {
  invalid_redirect_uri:
    'Register this redirect_uri exactly as it was sent: the scheme, the name (localhost is not 127.0.0.1), the port, the path and a slash at its end all count.',
  invalid_client: 'Register this client_id at the issuer.',
}

/** The language of a page: the one that the service asked for, else the one that the browser prefers, else Korean. */
export function pageLocale(url: string, accepted = ''): Locale {
  const asked = new URLSearchParams(url.split('?')[1]).get('ui_locales') ?? ''
  const tags = [...asked.slice(0, 512).split(' '), ...accepted.slice(0, 512).split(',')]
  const found = tags.map((tag) => localeOf(tag.split(';', 1)[0]?.trim() ?? '', LOCALES))
  return found.find((locale) => locale !== undefined) ?? 'ko'
}

export type Page = { html: string; policy: string }

/**
 * @param form origins to which a form of the page may lead besides its own (browsers hold redirects after a form to this too);
 *   null where there is no form
 */
function page(
  locale: Locale,
  title: string,
  body: string,
  { form = null, script = '' }: { form?: readonly string[] | null; script?: string } = {},
): Page {
  const policy = [
    `default-src 'none'`,
    `style-src ${sha(STYLE)}`,
    `script-src ${script === '' ? `'none'` : sha(script)}`,
    `form-action ${form === null ? `'none'` : [`'self'`, ...form].join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
  const lang = locale === 'zh' ? 'zh-Hans' : locale
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main>
${script === '' ? '' : `<script>${script}</script>`}</body></html>`
  return { html, policy }
}

/** @param problem.id finds the same event in the log */
export function errorPage(locale: Locale, problem: { error: string; description: string; id: string }): Page {
  const { error, description, id } = problem
  const { refused, goBack, failed, tryAgain } = WORDS[locale]
  const [title, text, told] =
    error === 'server_error'
      ? [failed, tryAgain, error]
      : [refused, goBack, `${error}: ${description}. ${HINTS[error] ?? ''}`]
  return page(
    locale,
    title,
    `<p>${text}</p><p class="soft"><span lang="en">${escapeHtml(told)}</span><br>${escapeHtml(id)}</p>`,
  )
}

/** Too many visits were begun from this network. */
export const busyPage = (locale: Locale, seconds: number): Page =>
  page(locale, WORDS[locale].busy, `<p>${WORDS[locale].wait(seconds)}</p>`)

/** Asks before signing out; `form` is the provider's own form with its protection inside. */
export const signOutQuestion = (locale: Locale, form: string, targets: readonly string[]): Page =>
  page(
    locale,
    WORDS[locale].question,
    `${form}<button form="op.logoutForm" name="logout" value="yes">${WORDS[locale].signOut}</button>
<button form="op.logoutForm">${WORDS[locale].cancel}</button>`,
    { form: targets },
  )

/** Signs out at once: the partner proved with its ID token that it means this very member. */
export const signOutNow = (locale: Locale, form: string, targets: readonly string[]): Page =>
  page(
    locale,
    WORDS[locale].signingOut,
    `${form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')}
<noscript><button form="op.logoutForm" value="">${WORDS[locale].signOut}</button></noscript>`,
    { form: targets, script: SUBMIT },
  )

/** What has become of the question. */
export const signOutAnswered = (locale: Locale, isSignedIn: boolean): Page =>
  page(locale, isSignedIn ? WORDS[locale].stillIn : WORDS[locale].signedOut, `<p>${WORDS[locale].close}</p>`)
