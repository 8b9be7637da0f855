/** Chromium scrolls a field that it focuses to the middle of the window, and the heading goes out of it. The least that shows the field is enough. */
export function focusInView(field: HTMLElement): void {
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'nearest' })
}
