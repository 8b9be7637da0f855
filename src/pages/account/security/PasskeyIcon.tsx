import type { PasskeyKind } from '../../../rules/account/passkeyKind.ts'
import { LineIcon } from '../../../ui/Icon.tsx'

const drawings: Record<PasskeyKind, string> = {
  phone: 'M7.5 2.5h9v19h-9zM10.5 18.5h3',
  computer: 'M4 5h16v11H4zM2 19.5h20',
  vault: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2.5',
  key: 'M7 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M11 12h10M18 12v3.5M21 12v2.5',
}

/** What keeps a passkey. The name says the same. */
export const PasskeyIcon = ({ kind }: { kind: PasskeyKind }) => <LineIcon path={drawings[kind]} />
