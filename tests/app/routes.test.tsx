import { describe, expect, test } from 'vitest'
import { entryOf, table } from '../../src/app/routes.tsx'

const entered = ['notExpired', 'welcomed']
const joining = [...entered, 'joinOpen']
/** One of the two joins. A service can close it. */
const joiningAs = [...joining, 'joinPathOpen']
const stepEntered = ['notExpired', 'welcomedOrStep']
const step = [...stepEntered, 'stepIs']
/** Spec §2: every path, and its guards. */
const spec: [string, string[]][] = [
  ['/', []],
  ['/error', []],
  ['/error/404', []],
  ['/init', []],
  ['/init/login', []],
  ['/init/session', []],
  ['/init/password', []],
  ['/init/join', []],
  ['/init/sign-up', []],
  ['/mobileVerify', []],
  ['/about', []],
  ['/privacyPolicy', []],
  ['/login', [...entered, 'noSession']],
  ['/loginSSO', [...entered, 'noSession', 'ssoPossible']],
  ['/login/sso', [...entered, 'noSession', 'ssoPossible']],
  ['/certification', [...entered, 'noSession']],
  ['/join', joining],
  ['/join/info', joiningAs],
  ['/join/terms', joiningAs],
  ['/join/terms/gen', joiningAs],
  ['/join/privacy', [...joiningAs, 'termsChecked']],
  ['/join/privacy/gen', [...joiningAs, 'termsChecked']],
  ['/join/service', [...joining, 'serviceReady', 'notApplying']],
  ['/join/completed', [...entered, 'joinCompleted']],
  ['/join/completed/gen', [...entered, 'joinCompleted']],
  ['/sign-up/terms', [...joiningAs, 'invited']],
  ['/sign-up/terms/gen', [...joiningAs, 'invited']],
  ['/sign-up/privacy', [...joiningAs, 'invited', 'termsChecked']],
  ['/sign-up/privacy/gen', [...joiningAs, 'invited', 'termsChecked']],
  ['/identify', entered],
  ['/identify/myid', entered],
  ['/identify/myid/done', [...entered, 'myIdVerified']],
  ['/identify/password', entered],
  ['/identify/password/verify', [...entered, 'loginIdKnown']],
  ['/identify/password/new', [...entered, 'newPasswordAllowed']],
  ['/resolve', step],
  ['/resolve/terms', [...step, 'termsOf']],
  ['/resolve/terms/service', [...step, 'termsOf']],
  ['/resolve/member', step],
  ['/resolve/password', [...entered, 'stepIs']],
  ['/resolve/required/password', [...entered, 'stepIs']],
  ['/resolve/service', step],
  ['/resolve/service/nickname', step],
  ['/resolve/service/info', step],
  ['/resolve/passkey', step],
  ['/resolve/certification', [...stepEntered, 'mobilePending']],
  // The session guards these, and the page itself asks for it.
  ['/account', []],
  ['/account/security', []],
  ['/account/devices', []],
  ['/account/services', []],
  ['/account/activity', []],
  ['/account/privacy', []],
]

describe('a route of the spec', () => {
  test.each(spec)('%s is there, guarded by %j', (path, guards) =>
    expect(entryOf(path)?.guards?.map(({ name }) => name) ?? []).toEqual(guards),
  )

  test('is in the table once, with no other route', () => {
    const paths = table.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(spec.map(([path]) => path)).toEqual(expect.arrayContaining(paths.filter((path) => path !== '/error')))
    expect(paths).toHaveLength(spec.length - 1)
  })

  test.each(['/nowhere', '/loginx', '/init/other', '/join/terms/other', '/error/403/more', '//login', '/%2e%2e'])(
    '%s is no route',
    (path) => expect(entryOf(path)).toBeUndefined(),
  )
})
