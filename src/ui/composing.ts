import type { KeyboardEvent } from 'react'

/** Whether a key belongs to a character that is still being composed. Safari reports 229 instead. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229
