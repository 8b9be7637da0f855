// `npm run terms`: the terms that members agree to. All instances show a change at once.
//   npm run terms            lists the versions that are stored
//   npm run terms -- FILE    adds the versions of a JSON file (docs/operators.md, "Terms")
//                      --by NAME: who does it, for the record; default: the user of the system
import { runWithContext } from './commandContext.ts'
import { parseTermsCommand, runTerms } from './termsCommand.ts'

runWithContext('terms', parseTermsCommand, runTerms)
