// Spec §3, an auth_token: codes are asked for with it, for what it was given for, and not after ten minutes.
const TOKEN_MS = 10 * 60_000

/** @param auth_at when it came, in epoch milliseconds. */
export const isLive = (auth_at: number, now: number): boolean => now - auth_at < TOKEN_MS

type Held<Purpose extends string> = { auth_token: string; auth_for: Purpose | ''; auth_at: number }
type Place<Purpose extends string> = {
  getState: () => Held<Purpose>
  setState: (patch: Partial<Held<Purpose>>) => void
}

/** The token that a store holds. */
export const tokenIn = <Purpose extends string>({ getState, setState }: Place<Purpose>) => ({
  /** '' when there is none for this purpose, or it is too old. */
  read(purpose: Purpose, now = Date.now()): string {
    const { auth_token, auth_for, auth_at } = getState()
    return auth_for === purpose && isLive(auth_at, now) ? auth_token : ''
  },
  keep: (auth_for: Purpose, auth_token: string): void => setState({ auth_for, auth_token, auth_at: Date.now() }),
  /** The server takes it no longer. */
  drop: (): void => setState({ auth_for: '', auth_token: '' }),
})
