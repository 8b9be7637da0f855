// The few pages that the issuer shows itself: an error, the question before signing out, and "signed out".
import type { Locale } from '../../src/wire/locale.ts'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { escapeHtml, pageLocale, plainPage, type Page } from '../../server/plainPage.ts'

const SUBMIT = `document.getElementById('op.logoutForm').submit()`

type Words = {
  refused: string
  notSignedOut: string
  goBack: string
  failed: string
  tryAgain: string
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
    notSignedOut: '로그아웃하지 못했어요',
    goBack: '서비스로 돌아가서 다시 시작해 주세요.',
    failed: '일시적인 문제가 생겼어요',
    tryAgain: '잠시 뒤에 다시 시도해 주세요.',
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
    notSignedOut: 'You were not signed out',
    goBack: 'Please go back to the service and start again.',
    failed: 'Something went wrong on our side',
    tryAgain: 'Please try again in a moment.',
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
    notSignedOut: '未能退出登录',
    goBack: '请返回服务重新开始。',
    failed: '出现了暂时的问题',
    tryAgain: '请稍后再试。',
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
    notSignedOut: 'ログアウトできませんでした',
    goBack: 'サービスに戻って、もう一度やり直してください。',
    failed: '一時的な問題が発生しました',
    tryAgain: 'しばらくしてからもう一度お試しください。',
    question: 'ログアウトしますか？',
    signOut: 'ログアウト',
    cancel: 'キャンセル',
    signingOut: 'ログアウトしています',
    signedOut: 'ログアウトしました',
    stillIn: 'ログインしたままです',
    close: 'このページを閉じてもかまいません。',
  },
}

/** Answers with a page in the browser's language. */
export function show(koa: KoaContextWithOIDC, page: (locale: Locale) => Page): void {
  const { html, policy } = page(pageLocale(koa.url, koa.headers['accept-language']))
  koa.set('Content-Security-Policy', policy)
  koa.type = 'html'
  koa.body = html
}

/** Advice for the developer of a service, for errors whose text from the library is not enough. */
const HINTS: Record<string, string> = {
  invalid_redirect_uri:
    'Register this redirect_uri exactly as it was sent: the scheme, the name (localhost is not 127.0.0.1), the port, the path and a slash at its end all count.',
  invalid_client: 'Register this client_id at the issuer.',
}

type Problem = { error: string; description: string; id: string; isSignOut?: boolean }

/** @param problem.id finds the same event in the log */
export function errorPage(locale: Locale, { error, description, id, isSignOut }: Problem): Page {
  const { refused, notSignedOut, goBack, failed, tryAgain } = WORDS[locale]
  const [title, text, told] =
    error === 'server_error'
      ? [failed, tryAgain, error]
      : [isSignOut ? notSignedOut : refused, goBack, `${error}: ${description}. ${HINTS[error] ?? ''}`]
  return plainPage(
    locale,
    title,
    `<p>${text}</p><p class="soft"><span lang="en">${escapeHtml(told)}</span><br>${escapeHtml(id)}</p>`,
  )
}

/** The value of `logout` with which the member confirms. The library's own pages send `yes` without asking, and that ends nothing here. */
export const CONFIRMED = 'confirmed'

/** Asks before signing out; `form` is the provider's own form with its protection inside. */
export const signOutQuestion = (locale: Locale, form: string, targets: readonly string[]): Page =>
  plainPage(
    locale,
    WORDS[locale].question,
    `${form}<button form="op.logoutForm" name="logout" value="${CONFIRMED}">${WORDS[locale].signOut}</button>
<button form="op.logoutForm">${WORDS[locale].cancel}</button>`,
    { form: targets },
  )

/** Signs out at once, because the partner has proved with its ID token that it means this member. */
export const signOutNow = (locale: Locale, form: string, targets: readonly string[]): Page =>
  plainPage(
    locale,
    WORDS[locale].signingOut,
    `${form.replace('</form>', `<input type="hidden" name="logout" value="${CONFIRMED}"></form>`)}
<noscript><button form="op.logoutForm" value="">${WORDS[locale].signOut}</button></noscript>`,
    { form: targets, script: SUBMIT },
  )

/** The page after the question. */
export const signOutAnswered = (locale: Locale, isSignedIn: boolean): Page =>
  plainPage(locale, isSignedIn ? WORDS[locale].stillIn : WORDS[locale].signedOut, `<p>${WORDS[locale].close}</p>`)
