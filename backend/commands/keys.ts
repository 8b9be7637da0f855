// `npm run keys`: the key pairs that sign tokens and open sealed passwords (docs/operators.md, "Keys").
//   npm run keys                                 a line for each pair, and whether they are encrypted
//   npm run keys -- rotate [signing|sealing]     the next pair begins soon; every instance publishes it before
//   npm run keys -- rotate secrets               other secrets of cookies, visits, browsers, codes and links begin soon
//   npm run keys -- retire ID --yes              takes a signing key out of use that somebody else may have
//                   --by NAME: who does it, for the record; default: the user of the system
import { runWithContext } from './commandContext.ts'
import { parseKeys, runKeys } from './keysCommand.ts'

runWithContext('keys', parseKeys, runKeys)
