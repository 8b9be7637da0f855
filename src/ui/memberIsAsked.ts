import { createContext } from 'react'

/**
 * A dialog asks the member for something before what was pressed goes on: the page behind it waits for the member, and for no answer.
 * A form in a dialog is not behind it.
 */
export const MemberIsAsked = createContext<boolean | 'in dialog'>(false)
