// Contract, "Step-up". Not in the first load, because few visits require a proved phone.
import type { Outcome } from '../../rules/outcome'
import { onPhoneOwed } from '../../rules/phoneOwed'
import { serviceFacts } from './serviceFacts'

export const phoneOwed = (): Outcome => onPhoneOwed(serviceFacts().serviceUrl)
