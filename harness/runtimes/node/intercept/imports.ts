// Modules that are loaded inside an execution: what the loader does is none of the subject's operations.

const OURS = /[\\/]harness[\\/]runtimes[\\/]node[\\/]|[\\/]crosswire[\\/]dist[\\/]/

/**
 * Whether Node's module loader is asking: the first frame beneath `fs` is the loader's. It reads source files through
 * `fs.promises.readFile` on Node 20 and early 22; later loaders read synchronously and are never seen here. Costs a stack of
 * a few frames, so it is asked only where a promise opens a file outside of the execution's directory.
 */
export const isLoaderCall = (): boolean => {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 16
  Error.prepareStackTrace = (_error, frames) => frames.map((frame) => frame.getFileName() ?? '')
  const files = new Error('where').stack as unknown as string[]
  Error.stackTraceLimit = stackTraceLimit
  if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace')
  else Error.prepareStackTrace = prepareStackTrace
  const asking = files.find((file) => !file.startsWith('node:internal/fs/') && file !== 'node:fs' && !OURS.test(file))
  return asking?.startsWith('node:internal/modules/') === true
}
