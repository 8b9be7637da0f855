// Keeps text typed into the prerendered form if the app cannot hydrate that form.

/** When the app has replaced the content of `root`, fields with the same names get the typed text and the focus. */
export function restoreTypedFields(root: HTMLElement): void {
  const before = root.querySelector('form')
  if (!before) return
  let focused = document.activeElement
  before.addEventListener('focusin', ({ target }) => (focused = target as Element))
  // An observer runs before the app's effects, one of which sends a press that has been held.
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
