// Contract, "A pending step": the schema of the steps.
import { expect, test } from 'vitest'
import { AUTH_REQUIRED, MATCHER_TYPES } from '../../contract/codes.ts'
import { Pending, PendingStep, pendingStep } from '../../contract/shapes/pending.ts'

const options = PendingStep.def.options

test('each step of the contract has its data in one place', () => {
  const names = options.flatMap(({ shape }) => [...shape.step.def.values])
  expect(names.toSorted()).toEqual([AUTH_REQUIRED, ...MATCHER_TYPES].toSorted())
})

test('each field of a step can arrive', () => {
  const fields = options.flatMap(({ shape }) => Object.keys(shape)).filter((name) => name !== 'step')
  expect(fields.filter((name) => !(name in Pending.shape))).toEqual([])
})

test.each([
  ['a step is named by its matcher type', { matcher_type: 'JOIN' }, { step: 'JOIN' }],
  ['the second factor has no matcher type', { auth_required: true }, { step: AUTH_REQUIRED }],
  [
    'a second factor precedes the step that is named beside it',
    { auth_required: true, matcher_type: 'JOIN', auth_token: 'token' },
    { step: AUTH_REQUIRED, auth_token: 'token' },
  ],
  [
    'data of another step is dropped',
    { matcher_type: 'JOIN', claims: ['email'], state: 's' },
    { step: 'JOIN', state: 's' },
  ],
  ['an unknown step is none', { matcher_type: 'FACE_SCAN' }, null],
  ['a location is no step', {}, null],
  ['a step without the data that it needs is none', { matcher_type: 'RECOMMENDED_PASSKEY' }, null],
])('%s', (_, came, step) => expect(pendingStep(came)).toEqual(step))
