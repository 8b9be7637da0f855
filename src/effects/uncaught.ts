// Errors of the app itself are reported; the code for that is fetched with the first of them.

/** The reference id that the member sees and the report carries. */
export const newReference = (): string => crypto.randomUUID().slice(0, 8)

export const tell = (error: unknown, reference?: string): void =>
  void import('./report').then(
    ({ report }) => report(error, reference),
    () => {},
  )

/** From now on, those that nobody caught. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error }) => tell(error))
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}
