// Contract, "Account": what a member changes, and what a change ends.
import { randomBytes } from 'node:crypto'
import { ChannelChanged, PasswordChanged } from '../../contract/shapes/account.ts'
import { done, ownMember, signedIn } from '../account.ts'
import { answered, enveloped, holds, locationOf, phoneStep, refused } from '../expect.ts'
import { need, Skipped } from '../mismatch.ts'
import { filled } from '../settings.ts'
import type { Chapter } from '../row.ts'

export const accountChanges: Chapter = {
  name: 'Changes in the account',
  rows: [
    {
      id: 'account.nickname',
      title: 'another nickname is kept; one without characters is refused',
      screen: 'A nickname that is the old one after a reload',
      async run(kit) {
        const session = await signedIn(kit, await ownMember(kit))
        const nickname = `별${randomBytes(4).toString('hex')}`
        done(await session.call('accountNickname', { body: { nickname } }))
        const kept = (await session.read()).nickname ?? 'none'
        holds(kept === nickname, nickname, kept, null)
        refused(await session.call('accountNickname', { body: { nickname: '' } }), 'invalid')
      },
    },
    {
      id: 'account.news',
      title: 'each consent to news is kept as it was set',
      screen: 'News for a member who has said no',
      async run(kit) {
        const session = await signedIn(kit, await ownMember(kit))
        for (const wanted of [
          { email: true, sms: false },
          { email: false, sms: true },
        ]) {
          done(await session.call('accountMarketing', { body: wanted }))
          const { email, sms } = (await session.read()).marketing
          holds(
            email === wanted.email && sms === wanted.sms,
            JSON.stringify(wanted),
            JSON.stringify({ email, sms }),
            null,
          )
        }
      },
    },
    {
      id: 'account.second-factor',
      title: 'the second factor is switched on, and the next sign-in asks for the code',
      screen: 'Nothing; but the second factor protects nobody',
      async run(kit) {
        const member = await ownMember(kit)
        const session = await signedIn(kit, member)
        done(await session.call('accountSecondFactor', { body: { second_factor: 'SMS' } }))
        const { second_factor } = await session.read()
        holds(second_factor === 'SMS', 'SMS', second_factor, null)
        const visit = await need(kit.begin())
        phoneStep(await need(visit.signIn(member)))
      },
    },
    {
      id: 'account.password',
      title: 'a new password ends the other sessions, and is the one that signs in',
      screen: 'Nothing; but whoever knows the old password stays in the account',
      async run(kit) {
        const { new_password } = kit.file
        if (new_password === undefined) throw new Skipped('new_password is not in the members file')
        const member = await ownMember(kit)
        const [here, elsewhere] = [await signedIn(kit, member), await signedIn(kit, member)]
        await here.proveByEmail()
        const set = async (password: string) =>
          here.call('accountPassword', { body: { password: await here.seal(password) } })
        refused(await set(member.password), 'passwordIsOld')
        const exchange = await set(new_password)
        const { ended_sessions } = answered(exchange, 'accountPassword', PasswordChanged)
        holds(ended_sessions >= 1, 'one ended session at least', String(ended_sessions), exchange)
        refused(await elsewhere.call('account'), 'noSession')
        await here.read()
        const before = await (await need(kit.begin())).signIn(member)
        refused(before, 'wrongPassword')
        const visit = await need(kit.begin())
        locationOf(await visit.signIn({ ...member, password: new_password }))
      },
    },
    {
      id: 'account.phone',
      title: 'another phone is proved by its own code, which counts once, and the codes then go there',
      screen: 'A phone that somebody else reads, or that only looks changed',
      async run(kit) {
        const session = await signedIn(kit, await ownMember(kit))
        refused(await session.call('accountPhone', { body: { auth_code: 'no-such-code' } }), 'noMatch')
        const { to, body } = kit.freshPhone()
        const auth_code = await need(session.codeByPhone(to, body))
        const exchange = await session.call('accountPhone', { body: { auth_code } })
        const { masked } = answered(exchange, 'accountPhone', ChannelChanged)
        const digits = masked.replace(/\D/g, '')
        holds(digits.length < 8, 'a masked phone', `${digits.length} digits`, exchange)
        await session.codeByPhone(to)
        const elsewhere = await signedIn(kit, await ownMember(kit))
        const stolen = await elsewhere.call('accountPhone', { body: { auth_code } })
        holds(stolen.status === 400, '400', String(stolen.status), stolen)
        enveloped(stolen)
      },
    },
    {
      id: 'account.email',
      title: 'another address is proved by its own code, which counts once',
      screen: 'An address that nobody can read is the member’s login id',
      async run(kit) {
        const { join } = kit.file
        if (!join) throw new Skipped('join is not in the members file')
        const session = await signedIn(kit, await ownMember(kit))
        refused(await session.call('accountEmail', { body: { auth_code: 'no-such-code' } }), 'noMatch')
        const address = filled(join.login_id)
        const auth_code = await need(session.codeByEmail(address))
        const exchange = await session.call('accountEmail', { body: { auth_code } })
        const { masked } = answered(exchange, 'accountEmail', ChannelChanged)
        holds(masked !== address, 'a masked address', 'the whole address', exchange)
        const { login_id } = await session.read()
        holds(login_id === address, address, login_id, null)
        const elsewhere = await signedIn(kit, await ownMember(kit))
        const stolen = await elsewhere.call('accountEmail', { body: { auth_code } })
        holds(stolen.status === 400, '400', String(stolen.status), stolen)
        enveloped(stolen)
      },
    },
  ],
}
