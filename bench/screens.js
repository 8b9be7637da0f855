// Runs in the page before anything else. Records each screen: when it was there, and what was pressed, answered and loaded before it.
;(() => {
  const screens = []
  Object.defineProperty(window, 'daemunScreens', { value: screens })
  performance.setResourceTimingBufferSize(5000)

  let pressed = 0
  let last = ''
  const press = ({ timeStamp }) => (pressed = timeStamp)
  for (const type of ['click', 'submit', 'input']) addEventListener(type, press, { capture: true })

  const isFile = ({ name }) => name.startsWith(`${location.origin}/assets/`)
  /** Calls that are answered after the press and before this moment. Reports, page views and preflights are none. */
  const describe = (screen, live, since) => {
    const entries = performance.getEntriesByType('resource')
    const answers = entries
      .filter((entry) => !entry.name.startsWith(location.origin) && entry.initiatorType === 'fetch')
      .filter(({ startTime, responseEnd }) => startTime >= since && responseEnd > 0 && responseEnd <= live)
      .map(({ responseEnd }) => responseEnd)
    const answered = answers.length > 0 ? Math.max(...answers) : since
    const files = entries.filter((entry) => isFile(entry) && entry.transferSize > 0 && entry.responseEnd <= live)
    const bytes = files.reduce((sum, file) => sum + (file.responseEnd > answered + 5 ? file.transferSize : 0), 0)
    return { screen, waited: live - since, calls: answers.length, behind: live - answered, kB: bytes / 1000 }
  }
  const look = () => {
    const heading = document.querySelector('#modal-title') ?? document.querySelector('h1#title')
    const screen = `${heading?.textContent ?? ''} ${document.querySelector('.steps span')?.textContent ?? ''}`.trim()
    if (screen === '' || screen === last) return
    last = screen
    const since = pressed
    // The next frame shows it.
    requestAnimationFrame(() => setTimeout(() => screens.push(describe(screen, performance.now(), since))))
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
})()
