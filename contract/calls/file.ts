// Contract, "File API". The form of the call has the fields that name the visit, beside the payload and the letter.
import { Progress } from '../shapes/auth.ts'
import { StudentProfile } from '../shapes/join.ts'
import { row } from '../row.ts'

export const resolveStudent = row('file', 'POST', '/v1/matcher/student/resolve', 'beside', {
  answer: Progress,
  pending: true,
  summary: 'Sends a student’s profile with the enrollment letter',
  form: StudentProfile,
  refusals: ['tooLarge', 'wrongType', 'anotherStep'],
})
