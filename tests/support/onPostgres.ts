// Tells `ownDatabase` which server to use. Each test file has an environment of its own.
import { inject } from 'vitest'

const postgres = inject('postgres')
if (postgres)
  Object.assign(process.env, { TEST_DATABASE_URL: postgres.url, TEST_DATABASE_TEMPLATES: postgres.templates })
