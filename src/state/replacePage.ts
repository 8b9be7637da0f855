// Apart from effects/browser/leave.ts, because the inline script of the page (api/earlyScript.ts) leaves as the app does.

/** Goes to this address, which has been checked. It replaces the page, so that Back leads to the service and not to a finished form. */
export const replacePage = (url: string): void => location.replace(url)
