// Contract, "Conventions": what a stranger must not learn.
import { SearchPwdBegun } from '../../contract/shapes/identify.ts'
import { answered, holds } from '../expect.ts'
import { type Exchange, need } from '../mismatch.ts'
import { filled } from '../settings.ts'
import type { Chapter } from '../row.ts'

/** An answer without what differs from call to call: what a stranger can compare. */
function comparable({ status, body }: Exchange): string {
  const bare = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(bare)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([name, each]) => [
      name,
      /^(auth_token|masked|state)$/.test(name) ? '…' : bare(each),
    ])
    return Object.fromEntries(entries) as unknown
  }
  return JSON.stringify([status, bare(body)]).replace(/\[\d+\]/g, '[n]')
}

const nobody = () => filled('nobody-{random}@mail.test')
const DISCLOSED = 'Nothing; but anybody can find out who is a member'

export const enumeration: Chapter = {
  name: 'What a stranger learns',
  rows: [
    {
      id: 'enumeration.sign-in',
      title: 'an unknown id is refused as a wrong password is',
      screen: DISCLOSED,
      async run(kit) {
        const member = await kit.member('plain')
        const visit = await need(kit.begin())
        const known = await need(visit.signIn({ ...member, password: `${member.password}x` }))
        const unknown = await visit.signIn({ login_id: nobody(), password: `${member.password}x` })
        await need(visit.signIn(member))
        holds(comparable(unknown) === comparable(known), comparable(known), comparable(unknown), unknown)
      },
    },
    {
      id: 'enumeration.reset',
      title: 'the reset of an unknown id begins as that of a member does',
      screen: DISCLOSED,
      async run(kit) {
        const { login_id } = await kit.member('plain')
        const visit = await need(kit.begin())
        const known = await need(visit.call('initSearchPwd', { body: { login_id } }))
        await need(Promise.resolve(known).then((exchange) => answered(exchange, 'initSearchPwd', SearchPwdBegun)))
        const unknown = await visit.call('initSearchPwd', { body: { login_id: nobody() } })
        holds(comparable(unknown) === comparable(known), comparable(known), comparable(unknown), unknown)
      },
    },
    {
      id: 'enumeration.join',
      title: 'a join with the id of a member begins as any other does, until the address is proved',
      screen: DISCLOSED,
      async run(kit) {
        const { login_id } = await kit.member('plain')
        const visit = await need(kit.begin('join'))
        const ask = (id: string) =>
          visit.call('challengeJoin', { values: { login_id: id }, query: { type: 'general' } })
        const unknown = await need(ask(nobody()))
        const known = await ask(login_id)
        holds(comparable(known) === comparable(unknown), comparable(unknown), comparable(known), known)
      },
    },
  ],
}
