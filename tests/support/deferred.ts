/** A promise that a test settles when it wants to. */
export function deferred(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<void>((fulfil, fail) => ([resolve, reject] = [fulfil, fail]))
  return { promise, resolve, reject }
}
