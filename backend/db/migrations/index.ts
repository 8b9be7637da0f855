// Every change of the tables, in order. A migration that has been released is never edited.
import { account } from './account.ts'
import {
  hashedIds,
  join,
  lookedFor,
  namedAt,
  oneNickname,
  ownBudgets,
  pendingPasswords,
  pendingSteps,
  proofUses,
  recovery,
  resolvedStep,
  sealedSeen,
} from './accounts.ts'
import { firstUses, movedEvents } from './batches.ts'
import { devices, leftIndex } from './devices.ts'
import { first } from './first.ts'
import {
  callerNetworks,
  consentScopes,
  emailVerified,
  eventCounts,
  foundMembers,
  nicknameKeys,
  noNamedAt,
  notices,
  phoneProofs,
  scanned,
  sealingKeys,
  standingChanges,
} from './later.ts'
import { codeVersions, pictures } from './lists.ts'
import type { Migration } from './migration.ts'
import { countedNetworks, partitions } from './partitions.ts'
import { passkeys } from './passkeys.ts'
import {
  auditEvents,
  clientVersions,
  formerCounts,
  formerEvents,
  importedMembers,
  jobs,
  noticeKinds,
  puzzles,
  rateCounts,
  sendCounts,
  sweptIndexes,
  toldChanges,
  wrongPasswords,
} from './releases.ts'
import { memberEvents, waitingJoins } from './webhooks.ts'

/** NOTE: a name that ends in `_contract` tells an older release that the tables have lost what it needs. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_first': first,
  '0002_sealed_seen': sealedSeen,
  '0003_pending_steps': pendingSteps,
  '0004_recovery': recovery,
  '0005_join': join,
  '0006_hashed_ids': hashedIds,
  '0007_named_at': namedAt,
  '0008_proof_uses': proofUses,
  '0009_one_nickname': oneNickname,
  '0010_looked_for': lookedFor,
  '0011_resolved_step': resolvedStep,
  '0012_own_budgets': ownBudgets,
  '0013_pending_passwords': pendingPasswords,
  '0014_email_verified': emailVerified,
  '0015_sealing_keys': sealingKeys,
  '0016_event_counts': eventCounts,
  '0017_no_named_at': noNamedAt,
  '0018_notices': notices,
  '0019_scanned': scanned,
  '0020_nickname_keys': nicknameKeys,
  '0021_consent_scopes': consentScopes,
  '0022_phone_proofs': phoneProofs,
  '0023_found_members': foundMembers,
  '0024_caller_networks': callerNetworks,
  '0025_standing_changes': standingChanges,
  '0026_send_counts': sendCounts,
  '0027_swept_indexes': sweptIndexes,
  '0028_notice_kinds': noticeKinds,
  '0029_rate_counts': rateCounts,
  '0030_wrong_passwords': wrongPasswords,
  '0031_told_changes': toldChanges,
  '0032_audit_events': auditEvents,
  '0033_imported_members': importedMembers,
  '0034_jobs': jobs,
  '0035_client_versions': clientVersions,
  // Before 0047 divides audit_events: then these rows are in it.
  '0036_moved_events': movedEvents,
  '0040_puzzles': puzzles,
  '0041_passkeys': passkeys,
  '0042_account': account,
  '0043_devices': devices,
  '0044_code_versions': codeVersions,
  '0045_member_events': memberEvents,
  '0046_waiting_joins': waitingJoins,
  '0047_partitions': partitions,
  '0048_left_index': leftIndex,
  '0049_first_uses': firstUses,
  '0050_pictures': pictures,
  '0051_counted_networks': countedNetworks,
  // The contracts are the last ones of their release.
  '0090_former_counts_contract': formerCounts,
  '0091_former_events_contract': formerEvents,
}
