import type { ComponentProps } from 'react'
import { TextField } from './TextField.tsx'

/** One line for an e-mail address: a phone shows the keyboard with "@", and nothing corrects what is typed. */
export const EmailField = (props: ComponentProps<typeof TextField>) => (
  <TextField
    type="email"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    {...props}
  />
)
