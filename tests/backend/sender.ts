// Asks the service backend for codes to phones and e-mail addresses that nobody has used, and enters them.
import { serviceRoutes } from '../../backend/routes/service.ts'
import { caller, type Parts } from './backendParts.ts'

const API = '/authenticator/v1'
const FIRST_NUMBER = 30_000_000

/** What a code is for. `secondFactor`: a sign-in whose password was right, so that the phone is known. */
type Way = 'joinPhone' | 'joinEmail' | 'secondFactor'

/** @returns functions that send codes from an address and enter them */
export function senderIn(parts: () => Parts) {
  let last = FIRST_NUMBER

  async function prepare(here: Parts, way: Way) {
    const number = String((last += 1))
    const phone = `+8210${number}`
    const email = `${number}@mail.test`
    if (way === 'secondFactor') {
      const known = { member_id: await here.member(phone), phone }
      return { ...(await here.challenge('SECOND_FACTOR', known)), kind: 'sms', to: phone, body: {} }
    }
    const asked = await here.challenge('JOIN')
    if (way === 'joinEmail') return { ...asked, kind: 'email', to: email, body: { email } }
    return { ...asked, kind: 'sms', to: phone, body: { phone_number: `10${number}`, nation_tel_no: '82' } }
  }

  const send = async (address: string, way: Way = 'joinPhone') => {
    const here = parts()
    const { headers, kind, to, body } = await prepare(here, way)
    const ask = caller(serviceRoutes(here.ctx), address)
    const issue = () => ask('POST', `${API}/issue/${kind}`, headers, body)
    const reply = await issue()
    const verify = async (from = address) => {
      const row = await here.ctx.db
        .selectFrom('outbox')
        .select('text')
        .where('to', '=', to)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return caller(serviceRoutes(here.ctx), from)('POST', `${API}/verify/${kind}`, headers, {
        verify_code: /\d{6}/.exec(row.text)?.[0],
      })
    }
    return { status: reply.status, wait: Number(reply.headers.get('retry-after')), verify, again: issue }
  }

  return {
    send,
    /** Sends codes that nobody enters. @returns how many were sent before the first refusal, of `most` */
    sentUnentered: async (address: string, most: number, way?: Way): Promise<number> => {
      for (let sent = 0; sent < most; sent += 1) if ((await send(address, way)).status !== 200) return sent
      return most
    },
    /** Sends codes and enters each of them. @returns how many were proved before the first refusal, of `most` */
    proved: async (address: string, most: number, way?: Way): Promise<number> => {
      for (let done = 0; done < most; done += 1) {
        const { status, verify } = await send(address, way)
        if (status !== 200 || (await verify()).status !== 200) return done
      }
      return most
    },
  }
}
