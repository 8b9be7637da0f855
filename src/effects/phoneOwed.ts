// Contract, "Step-up", not in the first load: few visits are asked for a proved phone.
import type { Outcome } from '../rules/outcome'
import { onPhoneOwed } from '../rules/phoneOwed'
import { serviceFacts } from './serviceFacts'

export const phoneOwed = (): Outcome => onPhoneOwed(serviceFacts().serviceUrl)
