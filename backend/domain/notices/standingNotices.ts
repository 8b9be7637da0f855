// Security A16: which notices a change of a member's row has, whoever made it. Changes of a sign-in's own calls are told by those calls.
import type { Standing } from '../../db/schema.ts'
import { secondFactorOf } from '../factors/factors.ts'
import type { Kind } from './noticeKinds.ts'

type Rule = (was: Standing, is: Standing) => boolean

const isStopped = ({ status, join_status }: Standing): boolean =>
  status === 'SUSPENDED' || status === 'INCUMBENT' || join_status === 'UNAPPROVED'
const hasFactor = (standing: Standing): boolean => secondFactorOf(standing) !== 'NONE'
const becomes =
  (state: (standing: Standing) => boolean): Rule =>
  (was, is) =>
    !state(was) && state(is)

/** A decision about a join that waits has a mail of its own (approvals.ts), and so has the password that ends a protection. */
const isUsual = ({ status, join_status }: Standing): boolean => status === 'ACTIVE' && join_status === 'JOINED'
const reopened: Rule = (was, is) =>
  becomes(isUsual)(was, is) && was.join_status !== 'WAITING' && was.password_changed_at === is.password_changed_at

const RULES: readonly [Kind, Rule][] = [
  ['stopped', (was, is) => becomes(isStopped)(was, is) && was.join_status !== 'WAITING'],
  ['reopened', reopened],
  ['protected', becomes(({ status }) => status === 'PROTECTED')],
  ['factorOn', becomes(hasFactor)],
  ['factorOff', becomes((standing) => !hasFactor(standing))],
  ['phone', (was, is) => was.phone !== is.phone],
  ['address', (was, is) => was.login_id !== is.login_id || becomes(({ status }) => status === 'MOVED')(was, is)],
]

/** The notices of a change. None before the member has joined: the join is told by itself. */
export const noticesOf = (was: Standing, is: Standing): Kind[] =>
  was.joined && is.joined ? RULES.flatMap(([kind, holds]) => (holds(was, is) ? [kind] : [])) : []
