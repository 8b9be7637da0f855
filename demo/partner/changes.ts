// What the demo's page does to a member who is signed in, in place of an administrator or another device.

type Change = {
  /** The demo member whose data the signed-in one gets. */
  like: string
  name: string
}

/** States that refuse a sign-in, so a member meets them only with an existing session. */
export const CHANGES: readonly Change[] = [
  { like: 'suspended', name: 'Suspend' },
  { like: 'incumbent', name: 'Put in the incumbent state' },
  { like: 'no-permission', name: 'Take the permission away' },
  { like: 'changed-elsewhere', name: 'Change the password elsewhere' },
]

export const changeNamed = (like: string | undefined): Change | null => CHANGES.find((one) => one.like === like) ?? null
