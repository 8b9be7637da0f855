/** Whether the focused element is gone or disabled, so that Tab would start at the top of the page. */
export const isFocusLost = (): boolean => document.activeElement?.matches('body, :disabled') !== false
