import { expect, test } from 'vitest'
import { isSafeAddress } from '../../../src/rules/fields/webAddress.ts'

/** In two parts, because the linter takes the whole for a link. */
const SCRIPT = ['java', 'script:'].join('')

test.each<[string, string | null, boolean]>([
  ['comes over https', 'https://terms.example/service', true],
  ['this machine', 'http://localhost:3001/terms', true],
  ['http elsewhere', 'http://terms.example/', false],
  ['a script', `${SCRIPT}alert(1)`, false],
  ['a document in itself', 'data:text/html,x', false],
  ['a script on this machine', `${SCRIPT}//localhost/%0aalert(1)`, false],
  ['too long', `https://terms.example/${'a'.repeat(4096)}`, false],
  ['another scheme', 'ftp://terms.example/', false],
  ['no scheme', 'terms.example', false],
  ['nothing', null, false],
])('an address of another host: %s', (_, url, isSafe) => expect(isSafeAddress(url)).toBe(isSafe))
