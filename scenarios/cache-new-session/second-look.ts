// Beginning a new session under a key, and finding the one that it has: who loads one is not alone, and looks again before it is put in.

export { withSession } from '../cache-delete/second-look.js'
export { newSession } from './fixed.js'
