// The program of a helper of a worker, as a tool server is one: it is there until somebody ends it.
const sessionHelper = (): Promise<never> => new Promise(() => {})

export default sessionHelper
