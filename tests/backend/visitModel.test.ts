// Security A12, A20, A21, B3: several tabs, members and services, one of them hostile, in any order. No session, code, consent, letter,
// claim, counter or message ever belongs to somebody else.
import { begin, heads, sequences } from './visitModel/commands.ts'
import { playsSequences } from './visitModel/playing.ts'

/** What some of the sequences must have come to. */
const STEPS = ['RECOMMENDED_CHANGE_PWD', 'REQUIRED_CHANGE_PWD', 'ADD_TERMS_AGREEMENT', 'CONSENT_RELYING_PARTY']
const MORE_STEPS = ['SERVICE_ADD_INFO', 'AUTH_REQUIRED', 'ADMIN_CERTIFICATION_CHECK']
const ENDS = [
  'location',
  'claims',
  'session page',
  'chosen account',
  'joined',
  'letter',
  'found id',
  'reset',
  'delayed reset',
  'signed in by a reset',
  'signed out',
  'passkey',
]
const REACHED = [...ENDS, ...[...STEPS, ...MORE_STEPS].map((step) => `done ${step}`)]

playsSequences('in several tabs: nothing ever belongs to somebody else', {
  byDay: 70,
  openings: heads,
  begin,
  sequences,
  ends: REACHED,
  mayMiss: 0,
})
