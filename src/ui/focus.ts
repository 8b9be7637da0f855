/** Whether what had the focus is gone or closed: the next press of Tab would begin at the top of the page. */
export const isFocusLost = (): boolean => document.activeElement?.matches('body, :disabled') !== false
