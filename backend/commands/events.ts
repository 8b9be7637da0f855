// `npm run events`: the record of security events (docs/operators.md, "Why could a member not sign in?").
//   npm run events -- --member EMAIL_OR_ID --since 2h   what happened to a member, one line an event, the oldest first
//                     --by NAME                           who looks, for the record; default: the user of the system
//                     --event NAME, --network ADDRESS   only these events, only from there; --json: as the export
//   npm run events -- export --since 2026-11-01         every event as a line of JSON
//   npm run events -- verify [--expect HASH]            whether an event was changed or deleted
import { complain, runCommand, say, userHere } from './command.ts'
import { openDatabase } from '../db/database.ts'
import { EVENTS } from '../domain/audit/eventNames.ts'
import type { Ctx } from '../context.ts'
import { parseEvents, runEvents } from './eventsCommand.ts'
import { contextOf, ownIn } from '../startContext.ts'
import { fromEnvironment, placeOf } from '../startOptions.ts'

runCommand('events', async () => {
  const now = () => new Date()
  const wanted = parseEvents(process.argv.slice(2), userHere(), now())
  const options = { ...fromEnvironment(process.env), migrates: false }
  const database = await openDatabase(placeOf(options))
  try {
    const log: Ctx['log'] = (event, fields = {}) =>
      event in EVENTS ? undefined : complain(`events: ${event} ${String(fields.message)}`)
    const context = async () => contextOf({ ...(await ownIn(database, options, options.port, now)), log })
    await database.oldReads({ log, now }).readOnce(async (db) => {
      for await (const line of runEvents(db, wanted, context)) say(line)
    })
  } finally {
    await database.close()
  }
})
