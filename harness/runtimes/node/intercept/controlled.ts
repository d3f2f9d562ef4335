// Native objects of Node's that look outstanding to async hooks, though nothing of theirs will come out of the real loop.
const controlled = new WeakSet<object>()

/** The object will complete through a task of the execution. */
export const markControlled = (resource: object): void => void controlled.add(resource)

/** Done by tasks of the execution, or done already: a job of node:crypto that nobody listens to was a synchronous one. */
export const isControlled = (resource: object): boolean => controlled.has(resource) || isSynchronousJob(resource)

const isSynchronousJob = (resource: object): boolean =>
  'run' in resource && typeof resource.run === 'function' && !('ondone' in resource)
