// `npm run openapi`: writes the OpenAPI documents of the five backends and of the webhooks to docs/openapi.
import { writeFileSync } from 'node:fs'
import { documents } from '../conformance/openapi.ts'

for (const { file, text } of documents()) writeFileSync(file, text)
