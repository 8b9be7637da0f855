// What is typed into the form that the server has put into the page stays where the app cannot take that form over as it stands.

/** When the app has put its own in place of what `root` shows, the fields of the same names get what was typed, and the focus. */
export function carryOver(root: HTMLElement): void {
  const before = root.querySelector('form')
  if (!before) return
  let focused = document.activeElement
  before.addEventListener('focusin', ({ target }) => (focused = target as Element))
  // Before any effect of the app: a press that has been held is sent by one of them.
  const replaced = new MutationObserver(() => {
    replaced.disconnect()
    for (const now of root.querySelectorAll<HTMLInputElement>('form input')) {
      const typed = before.elements.namedItem(now.name)
      if (!(typed instanceof HTMLInputElement)) continue
      now.value = typed.value
      now.checked = typed.checked
      if (typed === focused) now.focus()
    }
  })
  replaced.observe(root, { childList: true })
}
