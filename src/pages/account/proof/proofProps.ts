/** What each way to prove tells the dialog. */
export type ProofProps = { onProved: () => void; onCancel: () => void }
