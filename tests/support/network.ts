// Gives each test of a file the network of server.ts. Hooks belong to the file that is loading, so they cannot stand in a module that stays loaded.
import { afterAll, aroundEach, beforeAll } from 'vitest'
import { server, withOwnNetwork } from './server.ts'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
aroundEach(withOwnNetwork)
afterAll(() => server.close())
