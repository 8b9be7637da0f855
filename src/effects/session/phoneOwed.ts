// Contract, "Step-up". Not in the first load, because few visits require a proved phone.
import type { Outcome } from '../../rules/visit/outcome.ts'
import { onPhoneOwed } from '../../rules/visit/phoneOwed.ts'
import { serviceFacts } from './serviceFacts.ts'

export const phoneOwed = (): Outcome => onPhoneOwed(serviceFacts().serviceUrl)
