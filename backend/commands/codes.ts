// `npm run codes`: the lists behind the join forms (docs/operators.md, "Code lists"). Every instance has a change without a restart.
//   npm run codes                                a line for each list
//   npm run codes -- show GROUP [--version N]    the list as JSON, in the form that import takes
//   npm run codes -- import FILE [--dry-run]     replaces the lists that the file has
//                      --yes: also if codes disappear
//                      --by NAME: who does it, for the record; default: the user of the system
import { runWithContext } from './commandContext.ts'
import { parseCodesCommand, runCodes } from './codesCommand.ts'

runWithContext('codes', parseCodesCommand, runCodes)
