// Security D13: the page on which a member sees which services may learn of them, and withdraws a consent. The session of this
// browser tells who asks.
import { Hono, type Context } from 'hono'
import type { Provider } from 'oidc-provider'
import * as z from 'zod/mini'
import type { Locale } from '../../src/wire/locale.ts'
import type { Ctx } from '../context.ts'
import { claimsOf, type ShownClaim } from '../domain/claims.ts'
import { connectedServices, withdraw, type Connected } from '../domain/connected.ts'
import { refuse } from '../domain/refusal.ts'
import { nameOf } from '../domain/serviceName.ts'
import { callLocale } from '../http/callLocale.ts'
import { clientIp } from '../http/clientIp.ts'
import { escapeHtml, plainPage } from '../../server/plainPage.ts'
import { memberHere } from '../oidc/session.ts'

type Words = Record<'title' | 'text' | 'none' | 'nobody' | 'signIn' | 'withdraw' | 'done', string> &
  Record<ShownClaim, string>

const WORDS: Record<Locale, Words> = {
  ko: {
    title: '연결된 서비스',
    text: '동의를 철회하면 서비스가 더 이상 회원님의 정보를 받을 수 없고, 그 서비스에서 로그아웃돼요. 서비스에 따라 다시 이용할 때 동의를 물어요.',
    none: '연결된 서비스가 없어요.',
    nobody: '로그인한 회원이 없어요',
    signIn: '이용하는 서비스에서 먼저 로그인해 주세요.',
    withdraw: '동의 철회',
    done: '동의를 철회했어요.',
    email: '이메일',
    name: '이름',
    nickname: '닉네임',
    birthdate: '생년월일',
    phone_number: '휴대폰 번호',
    member_kind: '회원 유형',
  },
  en: {
    title: 'Connected services',
    text: 'If you withdraw your consent, the service can no longer read your details, and you are signed out there. Some services ask for your consent again when you return.',
    none: 'No service is connected.',
    nobody: 'Nobody is signed in here',
    signIn: 'Please sign in at one of your services first.',
    withdraw: 'Withdraw consent',
    done: 'Your consent was withdrawn.',
    email: 'email',
    name: 'name',
    nickname: 'nickname',
    birthdate: 'date of birth',
    phone_number: 'mobile number',
    member_kind: 'member type',
  },
  zh: {
    title: '已连接的服务',
    text: '撤回同意后，该服务将无法再获取您的信息，您也会在该服务中退出登录。部分服务会在您再次使用时重新征求同意。',
    none: '没有已连接的服务。',
    nobody: '当前没有会员登录',
    signIn: '请先在您使用的服务中登录。',
    withdraw: '撤回同意',
    done: '已撤回同意。',
    email: '邮箱',
    name: '姓名',
    nickname: '昵称',
    birthdate: '出生日期',
    phone_number: '手机号码',
    member_kind: '会员类型',
  },
  ja: {
    title: '連携中のサービス',
    text: '同意を取り消すと、サービスはお客様の情報を受け取れなくなり、そのサービスからログアウトします。サービスによっては、次に利用するときに改めて同意を確認します。',
    none: '連携中のサービスはありません。',
    nobody: 'ログイン中の会員がいません',
    signIn: '先にご利用のサービスでログインしてください。',
    withdraw: '同意を取り消す',
    done: '同意を取り消しました。',
    email: 'メールアドレス',
    name: '氏名',
    nickname: 'ニックネーム',
    birthdate: '生年月日',
    phone_number: '携帯電話番号',
    member_kind: '会員タイプ',
  },
}

const Form = z.object({ client_id: z.string().check(z.maxLength(64)) })

export function connectedRoutes(ctx: Ctx, provider: Provider): Hono {
  const app = new Hono()

  async function show(c: Context, member_id: string | null, isDone = false) {
    const locale = callLocale(c)
    const words = WORDS[locale]
    const services = member_id === null ? [] : await connectedServices(ctx, member_id)
    const part = (service: Connected, at: number) => {
      const claims = claimsOf(service.scopes).map((claim) => words[claim])
      return `<h2 id="s${at}">${escapeHtml(nameOf(service, locale))}</h2><p>${claims.join(' · ')}</p>
<form method="post"><button name="client_id" value="${escapeHtml(service.client_id)}" aria-describedby="s${at}">${words.withdraw}</button></form>`
    }
    const list = services.length > 0 ? services.map(part).join('') : `<p>${words.none}</p>`
    const told = isDone ? `<p role="status">${words.done}</p>` : ''
    const page =
      member_id === null
        ? plainPage(locale, words.nobody, `<p>${words.signIn}</p>`)
        : plainPage(locale, words.title, `${told}<p>${words.text}</p>${list}`, { form: [] })
    c.header('content-security-policy', page.policy)
    return c.html(page.html)
  }

  app.get('/connected-services', async (c) => show(c, await memberHere(c, ctx, provider)))
  app.post('/connected-services', async (c) => {
    const member_id = await memberHere(c, ctx, provider)
    const form = Form.safeParse(await c.req.parseBody().catch(() => null))
    if (!form.success) throw refuse(400, 'BAD_REQUEST', undefined, 'client_id')
    const isDone = member_id !== null && (await withdraw(ctx, member_id, form.data.client_id, clientIp(c, ctx)))
    return show(c, member_id, isDone)
  })
  return app
}
