import { expect, test } from 'vitest'
import { noticeButton } from '../../../src/rules/texts/noticeButton.ts'
import {
  back,
  clear,
  dropStep,
  focus,
  go,
  goError,
  goInstead,
  type Outcome,
  redirect,
  signIn,
} from '../../../src/rules/visit/outcome.ts'
import { paths } from '../../../src/rules/visit/paths.ts'

test.each<[string, Outcome, string]>([
  ['nothing follows: the page stays', [], 'modal.ok'],
  ['the page stays, and a field is cleared', [clear('password'), focus('password')], 'modal.ok'],
  ['the page before', [back], 'modal.ok'],
  ['an error page is no aim of a member', [goError('403')], 'modal.ok'],
  ['the login page', [dropStep, go(paths.login)], 'info.toLogin'],
  ['the login page, in place of this one', [goInstead(paths.login)], 'info.toLogin'],
  [
    'the general join, after the join of a group member',
    [go(paths.joinTermsGen, { type: 'general' })],
    'join.anotherType',
  ],
  ['another page', [go(paths.resolveTerms, { terms_types: '[]' })], 'login.continue'],
  ['the service', [redirect('https://service-a.test/')], 'info.backToService'],
  ['the service, signed in', [signIn('https://service-a.test/')], 'join.toService'],
])('a notice, and then: %s', (_, rest, button) => {
  expect(noticeButton(rest)).toBe(button)
})
