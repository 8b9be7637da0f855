// The code after the first form, as one file: the rest of the app's start, and the entry. It saves two round trips. Its styles come beside it.
import 'virtual:later.css'
export { fetchAhead } from './ahead.ts'
export { placeToasts } from '../browser/toastPlace.ts'
export { boot, openStorage } from './boot.ts'
export { enterOnce } from './enter.ts'
