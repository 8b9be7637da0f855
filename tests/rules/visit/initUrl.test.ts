import { expect, test } from 'vitest'
import { initPath } from '../../../src/rules/visit/initUrl.ts'

test.each([
  ['a path of the API', '/v1/init/profile', '/v1/init/profile'],
  ['its whole address', 'https://api.example/auth/v1/init/profile', '/v1/init/profile'],
  ['another host', 'https://evil.example/auth/v1/init/profile', null],
  ['a host with the same prefix', 'https://api.example.evil/auth/v1/x', null],
  ['the same host beside the API', 'https://api.example/other/v1/x', null],
  ['no scheme', '//evil.example/v1/x', null],
  ['a way up', '/v1/../secret', null],
  ['a query of its own', '/v1/init?x=1', null],
  ['a backslash', '/\\evil.example', null],
  ['a script', 'data:text/html,x', null],
  ['nothing', '', null],
])('an init_url that is %s', (_, init_url, path) => expect(initPath(init_url, 'https://api.example/auth/')).toBe(path))
