import { describe, expect, test } from 'vitest'
import { hasBanner } from '../../../src/rules/visit/banner.ts'
import { errorCodeOf, isAccount, isOwn, pathOf, templateOf } from '../../../src/rules/visit/paths.ts'

describe('an address', () => {
  test.each([
    ['/login', '/login', '/login', undefined],
    ['/login/', '/login', '/login', undefined],
    ['/', '/', '/', undefined],
    ['/error', '/error', '/error', undefined],
    ['/error/', '/error', '/error', undefined],
    ['/error/500', '/error', '/error/:code', '500'],
    ['/error/500/', '/error', '/error/:code', '500'],
    ['/error/%3Cscript%3E', '/error', '/error/:code', '%3Cscript%3E'],
    ['/x/error/500', undefined, '*', undefined],
    ['/error/500/more', undefined, '*', undefined],
    ['/somewhere/member@example.com', undefined, '*', undefined],
  ])('%s is the path %s, is reported as %s, and names the error %s', (pathname, path, template, code) => {
    expect(pathOf(pathname)).toBe(path)
    expect(templateOf(pathname)).toBe(template)
    expect(errorCodeOf(pathname)).toBe(code)
  })
})

test.each([
  ['/error/500', true, false],
  ['/about', true, false],
  ['/privacyPolicy', true, false],
  ['/mobileVerify', true, false],
  ['/account', true, true],
  ['/account/devices/', true, true],
  ['/login', false, false],
  ['/account/none', false, false],
])('%s opens without a service: %s, and belongs to the account: %s', (pathname, own, account) => {
  expect(isOwn(pathname)).toBe(own)
  expect(isAccount(pathname)).toBe(account)
})

test.each([
  ['/init/login', true],
  ['/login', true],
  ['/certification', true],
  ['/identify/myid', true],
  ['/join', false],
  ['/error/500', false],
])('%s has the banner of the service: %s', (pathname, has) => expect(hasBanner(pathname)).toBe(has))
