// Scripts that an adapter runs in the page to report errors.

declare global {
  interface Window {
    troubles?: string[]
  }
}

/** Writes violations of the content security policy to the console, as errors. */
export function watchPolicy(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    console.error(`policy violated: ${effectiveDirective} ${blockedURI} ${sample}`),
  )
}

/** Collects errors of the console and of scripts, for a driver that cannot read the console. */
export function collectTroubles(): void {
  const troubles: string[] = []
  window.troubles = troubles
  const error = console.error.bind(console)
  console.error = (...given: unknown[]) => {
    troubles.push(`console: ${given.map(String).join(' ')}`)
    error(...given)
  }
  addEventListener('error', ({ message }) => troubles.push(`page error: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => troubles.push(`page error: ${String(reason)}`))
}
