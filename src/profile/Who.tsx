// Every pending step says whose it is, and offers a way out.
import { WhoChip } from './WhoChip.tsx'
import { OtherAccount } from './OtherAccount.tsx'

/** The account, and the way to another one or to customer support. */
export function Who() {
  return (
    <div className="who">
      <WhoChip />
      <OtherAccount />
    </div>
  )
}
