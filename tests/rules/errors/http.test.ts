import { expect, test } from 'vitest'
import { goFailed, onHttpFailure } from '../../../src/rules/errors/http.ts'
import { dropStep, goError, report, toast } from '../../../src/rules/visit/outcome.ts'
import type { Outcome } from '../../../src/rules/visit/outcome.ts'
import { failed } from '../../../contract/shapes/answer.ts'
import type { Failure } from '../../../contract/shapes/answer.ts'

const status = (code: number): Partial<Failure> & { reason: 'refused' } => ({ reason: 'refused', status: code })

test.each<[string, Partial<Failure> & Pick<Failure, 'reason'>, Outcome]>([
  ['a network error shows a no-connection toast', { reason: 'noResponse' }, [toast('errors.noConnection')]],
  ['401 flags auth', status(401), [dropStep]],
  ['404: not found toast', status(404), [toast('errors.notFound')]],
  ['500: server error toast', status(500), [toast('errors.serverError')]],
  ['501: service-unavailable toast', status(501), [toast('errors.unavailable')]],
  ['502: service-unavailable toast', status(502), [toast('errors.unavailable')]],
  ['503: service-unavailable toast', status(503), [toast('errors.unavailable')]],
  ['400: no toast, because the page shows it', status(400), []],
  ['429: no toast, because the page shows it', status(429), []],
  [
    'another shape is reported by its field',
    { reason: 'contract', field: 'data.amrs' },
    [report('GET /v1/thing: contract: data.amrs')],
  ],
  ['another shape without a field, too', { reason: 'contract' }, [report('GET /v1/thing: contract: unknown')]],
  [
    'a detail code that no table has is reported, with the call',
    { ...status(400), detail_code: 4999, description: 'of somebody' },
    [report('GET /v1/thing: unknown detail code 4999')],
  ],
  [
    'beside another status, too',
    { ...status(401), detail_code: 4999 },
    [report('GET /v1/thing: unknown detail code 4999'), dropStep],
  ],
  ['a listed detail code is not reported', { ...status(400), detail_code: 4502 }, []],
  ['no toast after the member left the page', { reason: 'left' }, []],
])('%s', (_, failure, outcome) => expect(onHttpFailure(failed(failure).failure, 'GET /v1/thing')).toEqual(outcome))

test.each([
  ['no answer', { reason: 'noResponse' as const }, goError('500', 'unreachable')],
  ['a service out of order', status(503), goError('500', 'unavailable')],
  ['a fault', status(500), goError('500')],
])('the error page for %s', (_, failure, step) => expect(goFailed(failed(failure).failure)).toEqual(step))
