// Security A11: the page behind the link that cancels a delayed reset. A mail scanner opens links, so only the button cancels.
import { Hono, type Context } from 'hono'
import type { Locale } from '../../src/wire/locale.ts'
import type { Ctx } from '../context.ts'
import { cancelReset, mayCancel } from '../domain/delayedReset.ts'
import { callLocale } from '../http/callLocale.ts'
import { clientIp } from '../http/clientIp.ts'
import { plainPage } from '../../server/plainPage.ts'

type Words = { ask: string; why: string; cancel: string; done: string; kept: string; gone: string; tooLate: string }

const WORDS: Record<Locale, Words> = {
  ko: {
    ask: '비밀번호 재설정을 취소할까요?',
    why: '취소하면 지금 비밀번호를 그대로 쓸 수 있어요.',
    cancel: '재설정 취소',
    done: '재설정을 취소했어요',
    kept: '지금 비밀번호를 그대로 쓸 수 있어요. 다른 사람이 요청한 것 같다면 비밀번호를 바꿔 주세요.',
    gone: '취소할 수 없는 링크예요',
    tooLate: '이미 취소했거나, 비밀번호가 바뀌었거나, 더 새로운 요청이 있어요.',
  },
  en: {
    ask: 'Cancel the password reset?',
    why: 'If you cancel it, your current password stays as it is.',
    cancel: 'Cancel the reset',
    done: 'The reset is cancelled',
    kept: 'Your current password still works. If you think someone else asked for the reset, please change it.',
    gone: 'This link no longer works',
    tooLate: 'The reset was cancelled already, has taken effect, or was replaced by a newer one.',
  },
  zh: {
    ask: '要取消密码重置吗？',
    why: '取消后，当前密码保持不变。',
    cancel: '取消重置',
    done: '已取消重置',
    kept: '当前密码仍可使用。如果您认为是他人发起的重置，请修改密码。',
    gone: '此链接已失效',
    tooLate: '重置已被取消、已生效，或已被更新的请求取代。',
  },
  ja: {
    ask: 'パスワードの再設定を取り消しますか？',
    why: '取り消すと、現在のパスワードをそのまま使えます。',
    cancel: '再設定を取り消す',
    done: '再設定を取り消しました',
    kept: '現在のパスワードをそのまま使えます。ほかの人による要求と思われる場合は、パスワードを変更してください。',
    gone: 'このリンクは使えません',
    tooLate: 'すでに取り消されたか、再設定が完了したか、新しい要求に置き換えられました。',
  },
}

export function resetCancelRoutes(ctx: Ctx): Hono {
  const app = new Hono()
  const show = (c: Context, title: keyof Words, text: keyof Words, button?: keyof Words) => {
    const locale = callLocale(c)
    const words = WORDS[locale]
    const form = button ? `<form method="post"><button value="1">${words[button]}</button></form>` : ''
    const page = plainPage(locale, words[title], `<p>${words[text]}</p>${form}`, { form: button ? [] : null })
    c.header('content-security-policy', page.policy)
    return c.html(page.html)
  }
  app.get('/reset-cancel/:secret', async (c) =>
    (await mayCancel(ctx, c.req.param('secret'))) ? show(c, 'ask', 'why', 'cancel') : show(c, 'gone', 'tooLate'),
  )
  app.post('/reset-cancel/:secret', async (c) =>
    (await cancelReset(ctx, c.req.param('secret'), clientIp(c, ctx)))
      ? show(c, 'done', 'kept')
      : show(c, 'gone', 'tooLate'),
  )
  return app
}
