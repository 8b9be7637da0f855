// Contract, "File API". The form of the call has the fields that name the visit, beside the payload and the letter.
import { Progress } from '../shapes/auth.ts'
import { StudentProfile } from '../shapes/join.ts'
import type { Row } from '../row.ts'

export const resolveStudent = {
  backend: 'file',
  method: 'POST',
  path: '/v1/matcher/student/resolve',
  visit: 'beside',
  answer: Progress,
  pending: true,
  summary: 'Sends a student’s profile with the enrollment letter',
  form: StudentProfile,
  refusals: ['tooLarge', 'wrongType', 'anotherStep'],
} as const satisfies Row
