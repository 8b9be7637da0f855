// Reports errors of the app itself. The first error fetches the code for it.

export const reportLater = (error: unknown, reference?: string): void =>
  void import('./report.ts').then(
    ({ report }) => report(error, reference),
    () => {},
  )

/** Reports uncaught errors from now on. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error }) => reportLater(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportLater(reason))
}
