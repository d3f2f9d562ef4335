// Native objects of Node's that look outstanding to async hooks, though their work is done by tasks of the execution.
const controlled = new WeakSet<object>()

/** The object will complete through a task: it is no native work. */
export const markControlled = (resource: object): void => void controlled.add(resource)

export const isControlled = (resource: object): boolean => controlled.has(resource)
