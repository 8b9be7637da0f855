// Contract, "Auth API": what a visit begins with. Apart from signIn.ts, because it is in the first load.
import * as z from 'zod/mini'
import { visitName } from '../shapes/visit.ts'
import { ServiceInfo, Transaction, Welcome } from '../shapes/welcome.ts'
import type { Row } from '../row.ts'

export const initLogin = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/init/login',
  visit: 'payload',
  answer: Welcome,
  summary: 'What a visit begins with: the key for passwords, and the accounts that are signed in here',
  query: Transaction,
  refusals: [],
} as const satisfies Row

export const serviceInfo = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/profile/rp',
  visit: 'beside',
  answer: ServiceInfo,
  summary: 'The service that sent the member here',
  query: z.strictObject(visitName),
  refusals: [],
} as const satisfies Row
