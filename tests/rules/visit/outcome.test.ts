import { expect, test } from 'vitest'
import * as steps from '../../../src/rules/visit/outcome.ts'
import { service, welcome } from '../builders.ts'

const values = { left: 1 }
const ways = [{ text: 'info.toLogin', outcome: [steps.back] }] as const
const [aWelcome, aService] = [welcome(), service()]

test.each<[string, unknown, unknown]>([
  ['a page', steps.go('/login', { type: 'sk' }), { do: 'go', to: '/login', query: { type: 'sk' } }],
  [
    'a page that replaces',
    steps.goInstead('/login', { a: 'b' }),
    { do: 'go', to: '/login', query: { a: 'b' }, replace: true },
  ],
  ['an error', steps.goError('500'), { do: 'go', to: '/error', query: { code: '500' } }],
  ['its reason', steps.goError('403', 'stale'), { do: 'go', to: '/error', query: { code: '403', reason: 'stale' } }],
  ['too many', steps.goTooMany(9), { do: 'go', to: '/error', query: { code: '503', reason: 'tooMany', wait: '9' } }],
  ['the visit', steps.saveWelcome(aWelcome), { do: 'welcome', welcome: aWelcome }],
  ['the service', steps.saveService(aService), { do: 'service', service: aService }],
  ['the member', steps.loadUserInfo, { do: 'loadUserInfo' }],
  ['a visit that is overdue', steps.overdue, [{ do: 'expire' }, steps.goError('403', 'expired')]],
  ['a visit that has ended', steps.ended, [{ do: 'expire' }, steps.goError('403', 'ended')]],
  ['a step that is void', steps.dropStep, { do: 'dropStep' }],
  ['a toast', steps.toast('errors.notFound', values), { do: 'toast', text: 'errors.notFound', values }],
  ['a notice', steps.notice('refused.ip', values, ways), { do: 'notice', text: 'refused.ip', values, ways }],
  ['a dialog', steps.modal('maxFailure', values), { do: 'modal', name: 'maxFailure', values }],
  ['an error of the form', steps.formError('sms.lapsed', values), { do: 'formError', text: 'sms.lapsed', values }],
  [
    'another try',
    steps.tryAgain('sms.lapsed', 'r'),
    { do: 'formError', text: 'sms.lapsed', again: true, reference: 'r' },
  ],
  [
    'a field',
    steps.fieldError('f', 'field.refused', values),
    { do: 'fieldError', field: 'f', text: 'field.refused', values },
  ],
  ['a wait', steps.wait(3), { do: 'wait', seconds: 3 }],
  ['an emptied field', steps.clear('f'), { do: 'clear', field: 'f' }],
])('%s is told as the contract of the steps says', (_, step, told) => expect(step).toEqual(told))
