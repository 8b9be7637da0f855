// Links that open a new tab. The browsers inside messengers often refuse new tabs, and then ignore such a link: this tab follows it instead.

/** With a modifier key or another button the browser decides where the link opens. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[target="_blank"]')
  if (!link || !isPlain(event)) return
  // NOTE: not with `noopener`, because the answer would be null even if the tab was opened.
  // oxlint-disable-next-line no-restricted-properties -- the browser follows a link of the page
  const tab = window.open(link.href, '_blank')
  if (!tab) return void (link.target = '_self')
  tab.opener = null
  event.preventDefault()
}

/** @returns a function that stops it */
export function openNewTabs(): () => void {
  document.addEventListener('click', onClick)
  return () => document.removeEventListener('click', onClick)
}
