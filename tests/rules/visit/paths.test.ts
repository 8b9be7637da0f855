import { describe, expect, test } from 'vitest'
import { errorCodeOf, pathOf, templateOf } from '../../../src/rules/visit/paths.ts'

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
    ['/error/500/more', undefined, '*', undefined],
    ['/somewhere/member@example.com', undefined, '*', undefined],
  ])('%s is the path %s, is reported as %s, and names the error %s', (pathname, path, template, code) => {
    expect(pathOf(pathname)).toBe(path)
    expect(templateOf(pathname)).toBe(template)
    expect(errorCodeOf(pathname)).toBe(code)
  })
})
