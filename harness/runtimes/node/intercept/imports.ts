// Modules that are loaded inside an execution: what loaders do is none of the subject's operations.
//
// Node's own loader reads source files through `fs.promises.readFile` on Node 20 and early 22, and synchronously from then on; tools that
// compile on the way (tsx) read and write caches of their own. All of that is served at once, without a task, so that an `import()`
// completes within the microtasks of the step that asked for it, and the first execution has the same tasks as all later ones.

const OURS = /[\\/]harness[\\/]runtimes[\\/]node[\\/]|[\\/]crosswire[\\/]dist[\\/]/
const FS = /^node:(?:internal\/)?fs\b/
const LOADERS =
  /^node:internal\/modules\/|[\\/]node_modules[\\/](?:tsx|ts-node|jiti|@swc|@swc-node|esbuild|esbuild-register|@babel)[\\/]/

/**
 * Whether a module loader is asking: the first frame beneath `fs` is one's. Costs a stack of a few frames, so it is asked only
 * for paths outside of the execution's directory.
 */
export const isLoaderCall = (): boolean => {
  const asking = callingFiles().find((file) => file !== '' && !FS.test(file) && !OURS.test(file))
  return asking !== undefined && LOADERS.test(asking)
}

/** Whether Node's loader of ES modules is at work for whoever calls. */
export const isImporting = (): boolean => callingFiles().some((file) => file.startsWith('node:internal/modules/esm/'))

const callingFiles = (): string[] => {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 24
  Error.prepareStackTrace = (_error, frames) => frames.map((frame) => frame.getFileName() ?? '')
  const files = new Error('where').stack as unknown as string[]
  Error.stackTraceLimit = stackTraceLimit
  if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace')
  else Error.prepareStackTrace = prepareStackTrace
  return files
}

interface TestHost {
  /** Vitest's own list of the modules that it is fetching from its server, which takes real turns of the loop. */
  readonly __vitest_worker__?: { readonly resolvingModules?: ReadonlySet<string> }
}

const NONE: readonly string[] = []

/**
 * The modules that the test host is loading right now. What looks like a deadlock meanwhile is none: the host answers in real
 * turns of the loop, and only for modules that it has not loaded before.
 */
export const importsUnderWay = (): readonly string[] => {
  const resolving = (globalThis as TestHost).__vitest_worker__?.resolvingModules
  return resolving === undefined || resolving.size === 0 ? NONE : [...resolving]
}
