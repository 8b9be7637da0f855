import { laterPart } from '../../effects/faults/laterPart.tsx'

/** The code form, in place of the login form. */
export const mobileStep = laterPart(() => import('./MobileStep.tsx'))
