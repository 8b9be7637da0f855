// Contract, "Auth API": what a visit begins with. Apart from signIn.ts, because it is in the first load.
import * as z from 'zod/mini'
import { visitName } from '../shapes/visit.ts'
import { ServiceInfo, Transaction, Welcome } from '../shapes/welcome.ts'
import { row } from '../row.ts'

export const initLogin = row('auth', 'GET', '/v1/init/login', 'payload', {
  answer: Welcome,
  summary: 'What a visit begins with: the key for passwords, and the accounts that are signed in here',
  query: Transaction,
  refusals: [],
})

export const serviceInfo = row('auth', 'GET', '/v1/profile/rp', 'beside', {
  answer: ServiceInfo,
  summary: 'The service that sent the member here',
  query: z.strictObject(visitName),
  refusals: [],
})
