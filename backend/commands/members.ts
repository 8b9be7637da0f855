// `npm run members`: what an operator does for members (docs/operators.md, "Members").
//   npm run members -- find TEXT · waiting                   a line for each member
//   npm run members -- show WHO · export WHO                 WHO: a login ID or a member ID
//   npm run members -- unlock WHO · reopen WHO · approve WHO
//   npm run members -- sign-out WHO --yes · suspend WHO --yes · refuse WHO --reason TEXT --yes · erase WHO --yes
//   npm run members -- sessions WHO · services WHO · stay WHO · end-session WHO --session ID --yes
//   npm run members -- withdraw WHO --service ID --yes
//   npm run members -- disallow WHO --service ID --yes · allow WHO --service ID
//   npm run members -- phone · email · nickname · second-factor · news · internal-only · addresses, each WHO --to VALUE --yes
//   npm run members -- leave WHO --yes · report WHO --yes
//   npm run members -- remove-passkey WHO --passkey ID --yes
//   npm run members -- import FILE [--dry-run] [--from LINE] · import-passkeys FILE [--dry-run]
//                      --by NAME: who does it, for the record; default: the user of the system
import { runWithContext } from './commandContext.ts'
import { parseMembers, runMembers } from './membersCommand.ts'

// A part of an export looks like a whole one to who keeps it.
runWithContext('members', parseMembers, runMembers, ({ name }) => name === 'export')
