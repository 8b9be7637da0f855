// Spec §3, auth_token: requests codes for one purpose, for ten minutes.
const TOKEN_MS = 10 * 60_000

/** @param auth_at the time of its arrival, in epoch milliseconds */
export const isLive = (auth_at: number, now: number): boolean => now - auth_at < TOKEN_MS

type Held<Purpose extends string> = { auth_token: string; auth_for: Purpose | ''; auth_at: number }
type Place<Purpose extends string> = {
  getState: () => Held<Purpose>
  setState: (patch: Partial<Held<Purpose>>) => void
}

/** Reads and writes the token of a store. A token serves one purpose. */
export const tokenIn = <Purpose extends string>({ getState, setState }: Place<Purpose>) => ({
  /** The token, or '' if there is none for this purpose or it is too old. */
  read(purpose: Purpose, now = Date.now()): string {
    const { auth_token, auth_for, auth_at } = getState()
    return auth_for === purpose && isLive(auth_at, now) ? auth_token : ''
  },
  keep: (auth_for: Purpose, auth_token: string): void => setState({ auth_for, auth_token, auth_at: Date.now() }),
  /** The server no longer accepts it. */
  drop: (): void => setState({ auth_for: '', auth_token: '' }),
})
