// Tells `ownDatabase` which server to use. Each test file has an environment of its own.
import { inject } from 'vitest'

process.env.TEST_DATABASE_URL = inject('postgres')
