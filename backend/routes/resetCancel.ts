// Security A11: the page behind the link that cancels a delayed reset. A mail scanner opens links, so only the button cancels.
import { Hono, type Context } from 'hono'
import type { Ctx } from '../context.ts'
import { cancelReset, mayCancel } from '../domain/recovery/delayedReset.ts'
import { callLocale } from '../http/callLocale.ts'
import { clientIp } from '../http/clientIp.ts'
import { html, plainPage } from '../../server/page.ts'
import { say, type TextKey } from '../../server/texts.ts'
import { passwordLink, sendPage } from '../page.ts'

type Name<Key extends string> = Key extends `resetCancel.${infer Rest}` ? Rest : never
type Word = Name<TextKey>

export function resetCancelRoutes(ctx: Ctx): Hono {
  const app = new Hono()
  const show = (c: Context, title: Word, text: Word, button?: Word) => {
    const locale = callLocale(c)
    const word = (name: Word) => say(locale, `resetCancel.${name}`)
    const form = button && html`<form method="post"><button value="1">${word(button)}</button></form>`
    const body = html`<p>${word(text)}</p>
      ${form ?? passwordLink(ctx, locale)}`
    return sendPage(c, plainPage(locale, word(title), body, { form: button ? [] : null }))
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
