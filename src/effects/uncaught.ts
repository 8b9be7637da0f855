// Errors that nobody caught are reported; the code for that is fetched with the first of them.
const tell = (error: unknown): void =>
  void import('./report').then(
    ({ report }) => report(error),
    () => {},
  )

export function reportUncaught(): void {
  window.addEventListener('error', ({ error }) => tell(error))
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}
