// Every change of the tables, in order. A migration that has been released is never edited.
import * as account from './account.ts'
import * as accounts from './accounts.ts'
import * as batches from './batches.ts'
import * as devices from './devices.ts'
import * as first from './first.ts'
import * as later from './later.ts'
import * as lists from './lists.ts'
import type { Migration } from './migration.ts'
import * as partitions from './partitions.ts'
import * as passkeys from './passkeys.ts'
import * as releases from './releases.ts'
import * as webhooks from './webhooks.ts'

/** NOTE: a name that ends in `_contract` tells an older release that the tables have lost what it needs. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_first': first.first,
  '0002_sealed_seen': accounts.sealedSeen,
  '0003_pending_steps': accounts.pendingSteps,
  '0004_recovery': accounts.recovery,
  '0005_join': accounts.join,
  '0006_hashed_ids': accounts.hashedIds,
  '0007_named_at': accounts.namedAt,
  '0008_proof_uses': accounts.proofUses,
  '0009_one_nickname': accounts.oneNickname,
  '0010_looked_for': accounts.lookedFor,
  '0011_resolved_step': accounts.resolvedStep,
  '0012_own_budgets': accounts.ownBudgets,
  '0013_pending_passwords': accounts.pendingPasswords,
  '0014_email_verified': later.emailVerified,
  '0015_sealing_keys': later.sealingKeys,
  '0016_event_counts': later.eventCounts,
  '0017_no_named_at': later.noNamedAt,
  '0018_notices': later.notices,
  '0019_scanned': later.scanned,
  '0020_nickname_keys': later.nicknameKeys,
  '0021_consent_scopes': later.consentScopes,
  '0022_phone_proofs': later.phoneProofs,
  '0023_found_members': later.foundMembers,
  '0024_caller_networks': later.callerNetworks,
  '0025_standing_changes': later.standingChanges,
  '0026_send_counts': releases.sendCounts,
  '0027_swept_indexes': releases.sweptIndexes,
  '0028_notice_kinds': releases.noticeKinds,
  '0029_rate_counts': releases.rateCounts,
  '0030_wrong_passwords': releases.wrongPasswords,
  '0031_told_changes': releases.toldChanges,
  '0032_audit_events': releases.auditEvents,
  '0033_imported_members': releases.importedMembers,
  '0034_jobs': releases.jobs,
  '0035_client_versions': releases.clientVersions,
  // Before 0047 divides audit_events: then these rows are in it.
  '0036_moved_events': batches.movedEvents,
  '0040_puzzles': releases.puzzles,
  '0041_passkeys': passkeys.passkeys,
  '0042_account': account.account,
  '0043_devices': devices.devices,
  '0044_code_versions': lists.codeVersions,
  '0045_member_events': webhooks.memberEvents,
  '0046_waiting_joins': webhooks.waitingJoins,
  '0047_partitions': partitions.partitions,
  '0048_left_index': devices.leftIndex,
  '0049_first_uses': batches.firstUses,
  '0050_pictures': lists.pictures,
  '0051_counted_networks': partitions.countedNetworks,
  '0052_passkey_eligibility': passkeys.passkeyEligibility,
  // The contracts are the last ones of their release.
  '0090_former_counts_contract': releases.formerCounts,
  '0091_former_events_contract': releases.formerEvents,
}
