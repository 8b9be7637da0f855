// `npm run terms`: the terms that members agree to. All instances show a change at once.
//   npm run terms            lists the versions that are stored
//   npm run terms -- FILE    adds the versions of a JSON file (docs/operators.md, "Terms")
//                      --by NAME: who does it, for the record; default: the user of the system
import { userInfo } from 'node:os'
import { runCommand, say } from './command.ts'
import { withContext } from './commandContext.ts'
import { parseTermsCommand, runTerms } from './termsCommand.ts'

runCommand('terms', async () => {
  const wanted = parseTermsCommand(process.argv.slice(2), userInfo().username)
  await withContext(process.env, async (ctx) => {
    for await (const line of runTerms(ctx, wanted)) say(line)
  })
})
