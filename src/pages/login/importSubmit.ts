import { memoizeImport } from '../../wire/timeout'

/** The code that sends the form. It loads while the member types. */
export const importSubmit = memoizeImport(() => import('./submit'))
