// The few pages that the issuer shows itself: an error, the question before signing out, and "signed out".
import { createHash } from 'node:crypto'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.25rem;color:#222}
h1{font-size:1.4rem}button,a{font:inherit}button{min-height:2.75rem;padding:0 1.25rem;margin-right:.75rem}`
const SUBMIT = `document.getElementById('op.logoutForm').submit()`
const sha = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export type Page = { html: string; policy: string }

/**
 * @param formTargets origins to which a form of the page may lead; browsers hold redirects after a form to this too
 */
function page(title: string, body: string, formTargets: readonly string[] = [], script = ''): Page {
  const policy = [
    `default-src 'none'`,
    `style-src ${sha(STYLE)}`,
    `script-src ${script === '' ? `'none'` : sha(script)}`,
    `form-action ${formTargets.length === 0 ? `'none'` : `'self' ${formTargets.join(' ')}`}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
  const html = `<!doctype html><html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main>
${script === '' ? '' : `<script>${script}</script>`}</body></html>`
  return { html, policy }
}

/** @param id finds the same event in the log */
export const errorPage = (error: string, description: string, id: string): Page =>
  page(
    '로그인할 수 없어요',
    `<h1>로그인할 수 없어요</h1><p>서비스로 돌아가서 다시 시작해 주세요.</p>
<p lang="en">Sign-in did not go on. Please go back to the service and start again.</p>
<p><code>${escapeHtml(error)}</code> ${escapeHtml(description)}<br><small>${escapeHtml(id)}</small></p>`,
  )

/** Too many visits were begun from this network. */
export const busyPage = (seconds: number): Page =>
  page(
    '잠시 뒤에 다시 시도해 주세요',
    `<h1>잠시 뒤에 다시 시도해 주세요</h1><p>이 네트워크에서 로그인을 너무 많이 시작했어요. ${seconds}초 뒤에 새로고침해 주세요.</p>
<p lang="en">Too many sign-ins were begun from this network. Please reload this page in ${seconds} seconds.</p>`,
  )

/** Asks before signing out; `form` is the provider's own form with its protection inside. */
export const signOutQuestion = (form: string, targets: readonly string[]): Page =>
  page(
    '로그아웃',
    `<h1>로그아웃할까요?</h1><p lang="en">Do you want to sign out?</p>${form}
<button form="op.logoutForm" name="logout" value="yes">로그아웃 · Sign out</button>
<button form="op.logoutForm">취소 · Cancel</button>`,
    targets,
  )

/** Signs out at once: the partner proved with its ID token that it means this very member. */
export const signOutNow = (form: string, targets: readonly string[]): Page =>
  page(
    '로그아웃',
    `<h1>로그아웃하고 있어요</h1>${form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')}
<noscript><button form="op.logoutForm">로그아웃 · Sign out</button></noscript>`,
    targets,
    SUBMIT,
  )

export const signedOut = (): Page =>
  page('로그아웃', `<h1>로그아웃했어요</h1><p lang="en">You are signed out. You may close this page.</p>`)
