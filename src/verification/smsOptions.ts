// Spec §4, what a page says of its verification.
import type { FormHandle } from '../effects/perform/usePerform.ts'
import type { FirstCode } from '../effects/session/firstCode.ts'
import type { Followed } from '../rules/visit/followed.ts'
import type { IssueEmail, IssueSms, Person } from '../../contract/shapes/service.ts'
import type { Channel } from './channels.ts'
import type { TargetField } from './smsHandle.ts'
import type { GetToken } from './useQuestion.ts'

export type SmsOptions = {
  channel: Channel
  /** The name under which the state survives a reload. Null: it does not. */
  purpose: 'login' | 'join' | 'joinEmail' | 'searchIds' | 'searchPwd' | null
  /** The auth_token, or a function that gets it for the first code. '' means that it is missing; null means that the page already shows why. */
  token: string | GetToken
  /** Gets a new token if the server no longer accepts the old one. Null if there is none; the page already shows the reason. */
  renewed?: GetToken
  /** This target was already proved in this visit. */
  proved?: boolean
  /** The target of the code as the member sees it. A change restarts the verification. */
  target: string
  /** What the server shows of a target that only the server knows. '' if it shows nothing. Without it, the member sees `target`. */
  masked?: string
  /** The target for the server, and the step's parameters. No target if the server knows it. */
  body: IssueSms & IssueEmail
  targetField?: TargetField
  /** The field's name of the code (Spec §3). */
  name?: string
  /** The step sends its first code without a press, if this says `first`. */
  firstCode?: () => Promise<() => FirstCode>
  /** The ID that the visitor has typed. It may have no account, and then nothing is sent. Without it, the code goes to somebody. */
  ifAny?: string | undefined
  /** The page offers another target beside this one. */
  hasOtherWay?: boolean
  /** Who joins with the phone, where the server checks it together with the code. */
  person?: Person | undefined
  /** Uses the proof, and returns the outcome. It may be called again with the same proof. `isKnown`: the person is a member already. */
  onVerified: (auth_code: string, form: FormHandle, isKnown: boolean) => Promise<Followed>
}
