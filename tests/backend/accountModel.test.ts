// Contract, "Account", and security A12, A20, E10: pages of the account that stay open in several tabs of two browsers, while sessions end, passwords and phones
// change, and other members sign in. Each call is answered as its session, its member and its proofs allow, and shows nobody else.
import { PROOF_METHODS } from '../../contract/signInMethods.ts'
import { begin, openings, sequences } from './visitModel/account/commands.ts'
import { playsSequences } from './visitModel/playing.ts'

/** What some of the sequences must have come to. */
const REFUSALS = ['NO_SESSION', 'ANOTHER_SESSION', 'PROOF_NEEDED']
const CHANGES = ['changed password', 'changed phone', 'undone', 'withdrawn', 'leaving', 'stays', 'reported']
const ENDED = ['ended a device', 'ended this device', 'ended all others', 'signed out', 'reset']
const REACHED = [...REFUSALS, ...CHANGES, ...ENDED, ...PROOF_METHODS.map((method) => `proved by ${method}`)]

playsSequences('with open pages of the account: each call is answered as its session allows', {
  byDay: 46,
  openings,
  begin,
  sequences,
  ends: REACHED,
  mayMiss: 1,
})
