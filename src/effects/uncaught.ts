// Reports errors of the app itself. The first error fetches the code for it.

export const tell = (error: unknown, reference?: string): void =>
  void import('./report').then(
    ({ report }) => report(error, reference),
    () => {},
  )

/** Reports uncaught errors from now on. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error }) => tell(error))
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}
