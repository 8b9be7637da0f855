import { only } from './vitest.ts'

export default only('rules')
