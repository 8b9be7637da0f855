// `npm run jobs`: mails and other work that has failed for good (docs/operators.md, "Mails and other work").
//   npm run jobs                   lists the failed jobs: kind, since when, how many tries, and why
//   npm run jobs -- retry ID|all   starts them again
//                   --by NAME: who does it, for the record; default: the user of the system
import { runWithContext } from './commandContext.ts'
import { parseJobs, runJobs } from './jobsCommand.ts'

runWithContext('jobs', parseJobs, runJobs)
