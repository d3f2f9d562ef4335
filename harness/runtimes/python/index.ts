// The door of the Python runtime.
export { askInterpreter, findInterpreters, firstInterpreter, type Interpreter, isSupported, OLDEST } from './find-interpreters.js'
export type { PythonArgument, PythonFile, PythonOperation, SubjectPackage } from './messages.js'
export { createPythonRuntime, type PythonRuntime, type PythonRuntimeOptions } from './python-runtime.js'
export { fetchRelease, type Release } from './releases/release.js'
