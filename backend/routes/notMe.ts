// Security A16: the page behind the link "this was not me". A mail scanner opens links, so only the button acts.
import { Hono, type Context } from 'hono'
import type { Locale } from '../../src/wire/locale.ts'
import type { Ctx } from '../context.ts'
import { answerNotMe, isNoticeOpen } from '../domain/notices.ts'
import { clientIp } from '../http/clientIp.ts'
import { callLocale } from '../http/callLocale.ts'
import { escapeHtml, plainPage } from '../../server/plainPage.ts'

type Words = Record<'ask' | 'why' | 'end' | 'done' | 'next' | 'reset' | 'gone' | 'tooLate', string>

const WORDS: Record<Locale, Words> = {
  ko: {
    ask: '직접 한 일이 아닌가요?',
    why: '모든 기기에서 로그아웃하고, 새 비밀번호를 정할 때까지 계정을 보호해요.',
    end: '모두 로그아웃하고 보호하기',
    done: '모두 로그아웃했어요',
    next: '계정은 새 비밀번호를 정할 때까지 보호돼요. 지금 비밀번호를 다시 정해 주세요.',
    reset: '비밀번호 다시 정하기',
    gone: '쓸 수 없는 링크예요',
    tooLate:
      '이미 사용했거나 기한이 지났거나, 메일을 보낸 뒤에 비밀번호가 바뀌었어요. 걱정되는 일이 있다면 가장 최근에 받은 메일의 링크를 열거나 비밀번호를 바꿔 주세요.',
  },
  en: {
    ask: 'Was this not you?',
    why: 'This signs out all devices and protects your account until you set a new password.',
    end: 'Sign out everything and protect my account',
    done: 'Everything is signed out',
    next: 'Your account is protected until you set a new password. Please set it now.',
    reset: 'Set a new password',
    gone: 'This link no longer works',
    tooLate:
      'The link was used already or has expired, or your password has changed since. If you are worried, please open the link in our newest e-mail, or change your password.',
  },
  zh: {
    ask: '不是您本人操作吗？',
    why: '将退出所有设备，并在您设置新密码之前保护您的账号。',
    end: '全部退出并保护账号',
    done: '已全部退出登录',
    next: '在您设置新密码之前，账号将受到保护。请立即重新设置密码。',
    reset: '设置新密码',
    gone: '此链接已失效',
    tooLate: '此链接已使用或已过期，或者密码在此后已更改。如果您有疑虑，请打开最新邮件中的链接，或修改密码。',
  },
  ja: {
    ask: 'お心当たりがありませんか？',
    why: 'すべての端末からログアウトし、新しいパスワードを設定するまでアカウントを保護します。',
    end: 'すべてログアウトして保護する',
    done: 'すべてログアウトしました',
    next: '新しいパスワードを設定するまで、アカウントは保護されます。今すぐパスワードを再設定してください。',
    reset: 'パスワードを再設定する',
    gone: 'このリンクは使えません',
    tooLate:
      'すでに使われたか、期限が切れたか、メールの送信後にパスワードが変更されました。ご心配な場合は、最新のメールのリンクを開くか、パスワードを変更してください。',
  },
}

/**
 * Where the member starts the reset: OpenID Connect Core §4 lets a service name the address that begins a sign-in there.
 * The query `prompt=password` asks for the reset; a service that ignores it shows the sign-in form, which has a link to the reset.
 */
function resetAddress({ settings }: Ctx, client_id: string | null): string | null {
  const client = settings.clients.find((one) => one.client_id === client_id)
  if (!client) return null
  if (!client.initiate_login_uri) return new URL('/', client.redirect_uris[0]).href
  const url = new URL(client.initiate_login_uri)
  url.searchParams.set('prompt', 'password')
  url.searchParams.set('iss', settings.url)
  return url.href
}

export function notMeRoutes(ctx: Ctx): Hono {
  const app = new Hono()
  const show = (c: Context, title: keyof Words, content: (words: Words) => string, hasForm = false) => {
    const locale = callLocale(c)
    const words = WORDS[locale]
    const page = plainPage(locale, words[title], content(words), { form: hasForm ? [] : null })
    c.header('content-security-policy', page.policy)
    return c.html(page.html)
  }
  const gone = (c: Context) => show(c, 'gone', ({ tooLate }) => `<p>${tooLate}</p>`)
  app.get('/not-me/:secret', async (c) => {
    if (!(await isNoticeOpen(ctx, c.req.param('secret')))) return gone(c)
    const form = ({ end }: Words) => `<form method="post"><button value="1">${end}</button></form>`
    return show(c, 'ask', (words) => `<p>${words.why}</p>${form(words)}`, true)
  })
  app.post('/not-me/:secret', async (c) => {
    const done = await answerNotMe(ctx, c.req.param('secret'), clientIp(c, ctx))
    if (!done) return gone(c)
    const address = resetAddress(ctx, done.client_id)
    const link = ({ reset }: Words) => (address === null ? '' : `<p><a href="${escapeHtml(address)}">${reset}</a></p>`)
    return show(c, 'done', (words) => `<p>${words.next}</p>${link(words)}`)
  })
  return app
}
