// Who comes before the session is loaded: nobody, or a middleware that lets the requests of one visitor in one after the other.
import type { RequestHandler } from 'express'
import { createLocks } from './locks.js'

export type Turns = () => RequestHandler

/** As the package is used by most. */
export const allAtOnce: Turns = () => (_request, _response, next) => next()

/** A request has the session for itself until its answer is out, for by then the session is saved. */
export const oneAtATime: Turns = () => {
  const locks = createLocks()
  return ({ headers: { cookie } }, response, next) => {
    if (cookie === undefined) {
      next()
      return
    }
    void locks.alone(cookie, () => {
      const done = new Promise((resolve) => response.once('close', resolve))
      next()
      return done
    })
  }
}
