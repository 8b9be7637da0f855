import { expect, test } from 'vitest'
import {
  onSmsIssueRefused,
  onSmsRenewRefused,
  onSmsVerifyRefused,
  onStepLapsed,
  onTokenRenewed,
} from '../../../src/rules/errors/sms.ts'
import { onAuthTokenMissing } from '../../../src/rules/visit/matcher.ts'
import {
  fieldError,
  focus,
  formError,
  goInstead,
  notice,
  report,
  tryAgain,
  wait,
} from '../../../src/rules/visit/outcome.ts'
import { failed } from '../../../contract/shapes/answer.ts'

const facts = { serviceName: '', serviceUrl: null, now: 0 }
const refused = (status: number, detail_code: number | null = null, retry_after?: number) =>
  failed({ reason: 'refused', status, detail_code, ...(retry_after && { retry_after }) }).failure
const badField = (field: string) => failed({ reason: 'refused', status: 400, field }).failure
const offline = failed({ reason: 'noResponse' }).failure
const left = failed({ reason: 'left' }).failure
const unavailable = [notice('errors.unavailable')]
const noConnection = [tryAgain('errors.noConnection')]
const outOfOrder = [tryAgain('errors.unavailable')]
/** As the client marks the failure of a call that sends a code. */
const unsent = (status: number) => ({ ...refused(status), unavailable: true as const })
const tooSoon = [formError('sms.waitSeconds', { seconds: 40 }), wait(40)]

test.each([
  [
    'issue: 400 goes to the shared handler',
    onSmsIssueRefused(refused(400, 4529), facts),
    [notice('refused.suspended')],
  ],
  [
    'issue: a number that is none is said at its field',
    onSmsIssueRefused(badField('phone_number'), facts),
    [fieldError('phone_number', 'field.mobileInvalid'), focus('phone_number')],
  ],
  [
    'issue: an address that is none, too',
    onSmsIssueRefused(badField('email'), facts),
    [fieldError('email', 'field.emailFormat'), focus('email')],
  ],
  [
    'issue: an answer of another shape says nothing of a field',
    onSmsIssueRefused(failed({ reason: 'contract', status: 200, field: 'email' }).failure, facts),
    unavailable,
  ],
  ['a renewed token: the code no longer counts', onTokenRenewed, [formError('sms.lapsed')]],
  ['a step that lapsed on its own page', onStepLapsed('/mobileVerify'), []],
  ['a step that lapsed: a new sign-in', onStepLapsed('/certification'), [notice('sms.signInAgain')]],
  [
    'a step that lapsed on a page of the steps: the sign-in opens',
    onStepLapsed('/resolve/certification'),
    [notice('sms.signInAgain'), goInstead('/login')],
  ],
  ['issue: a field that is no target', onSmsIssueRefused(badField('state'), facts), unavailable],
  ...[404, 500, 503].map((status): [string, unknown, unknown] => [
    `issue: anything else gives service unavailable (${status})`,
    onSmsIssueRefused(unsent(status), facts),
    outOfOrder,
  ]),
  ['re-issue or refresh: a 500 gives service unavailable', onSmsRenewRefused(unsent(500), facts), outOfOrder],
  ['issue: a 403 of a firewall gives service unavailable', onSmsIssueRefused(refused(403), facts), unavailable],
  ['issue: 429 shows the wait', onSmsIssueRefused(refused(429, null, 40), facts), tooSoon],
  ['issue: says in the form that there is no connection', onSmsIssueRefused(offline, facts), noConnection],
  ['re-issue: the same', onSmsRenewRefused(offline, facts), noConnection],
  ['verify: the same', onSmsVerifyRefused(offline, facts), noConnection],
  [
    'a missing auth_token gives a notice and an error event',
    onAuthTokenMissing,
    [report('auth_token missing'), notice('verification.noToken')],
  ],
  ['re-issue or refresh failure gives service unavailable', onSmsRenewRefused(refused(400), facts), unavailable],
  ['4519 is treated the same', onSmsRenewRefused(refused(400, 4519), facts), unavailable],
  ['re-issue: 429 shows the wait', onSmsRenewRefused(refused(429, null, 40), facts), tooSoon],
  ['re-issue: nothing after the member left the page', onSmsRenewRefused(left, facts), []],
  ['verify 4546: max-error notice', onSmsVerifyRefused(refused(400, 4546), facts), [notice('verification.tooMany')]],
  [
    'verify 4518: inline, the focus in the code',
    onSmsVerifyRefused(refused(400, 4518), facts),
    [fieldError('verify_code', 'verification.noMatch'), focus('verify_code')],
  ],
  ['verify 4051: inline', onSmsVerifyRefused(refused(400, 4051), facts), []],
  [
    'verify: another code goes to the shared handler',
    onSmsVerifyRefused(refused(400, 4589), facts),
    [notice('refused.ip')],
  ],
  ['verify: any other status gives service unavailable', onSmsVerifyRefused(refused(503), facts), outOfOrder],
  ['verify: nothing after the member left the page', onSmsVerifyRefused(left, facts), []],
])('%s', (_, outcome, expected) => expect(outcome).toEqual(expected))
