// The gallery: the visits through all states of the app, by area and part.
import { accountParts } from './accountStates.ts'
import { identifyStates } from './identifyStates.ts'
import { joinParts } from './joinStates.ts'
import { passkeyParts } from './passkeyStates.ts'
import { resolveParts } from './resolveStates.ts'
import { entryParts, type Part, type Parts } from './states.ts'

const AREAS = {
  entry: entryParts,
  identify: { recovery: identifyStates },
  join: joinParts,
  resolve: resolveParts,
  account: accountParts,
  passkeys: passkeyParts,
}

export const PARTS: readonly { name: string; part: Part }[] = Object.entries<Parts>(AREAS).flatMap(([area, parts]) =>
  Object.entries(parts).map(([name, part]) => ({ name: `${area}, ${name}`, part })),
)
