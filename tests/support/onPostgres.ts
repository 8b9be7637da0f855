// Tells `ownDatabase` which server to use. Each test file has an environment of its own.
import { inject } from 'vitest'

const server = inject('postgres')
if (server !== null) process.env.TEST_DATABASE_URL = server
