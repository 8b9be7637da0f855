// What follows the first form at once, as one file: what it needs beyond itself, and the entry. One wait for the network in place of three.
export { boot } from './boot'
export { enterOnce } from './enter'
