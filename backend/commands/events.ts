// `npm run events`: the record of security events (docs/operators.md, "Why could a member not sign in?").
//   npm run events -- --member EMAIL_OR_ID --since 2h   what happened to a member, one line an event, the oldest first
//                     --event NAME, --network ADDRESS   only these events, only from there; --json: as the export
//   npm run events -- export --since 2026-11-01         every event as a line of JSON
//   npm run events -- verify [--expect HASH]            whether an event was changed or deleted
import type { Fields } from '../log.ts'
import { complain, runCommand, say } from './command.ts'
import { openDatabase } from '../db/database.ts'
import { runEvents } from './eventsCommand.ts'
import { encryptionOf, fromEnvironment, placeOf } from '../startOptions.ts'

runCommand('events', async () => {
  const options = { ...fromEnvironment(process.env), migrates: false }
  const place = placeOf(options)
  const database = await openDatabase(place)
  try {
    const log = (event: string, fields: Fields = {}) => complain(`events: ${event} ${String(fields.message)}`)
    const reads = database.oldReads({ log, now: () => new Date() })
    await reads.readOnce(async (db) => {
      for await (const line of runEvents(db, process.argv.slice(2), new Date(), encryptionOf(options, place))) say(line)
    })
  } finally {
    await database.close()
  }
})
