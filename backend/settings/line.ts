// A name that stands in the pages of others, in an SMS and in the subject of a mail.
import { printable } from '../printable.ts'

export const NAME_WANTED = 'one line without control characters'
export const isLine = (text: string): boolean => !/[\t\n]/.test(text) && printable(text) === text
