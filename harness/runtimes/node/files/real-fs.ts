// The real synchronous file system, captured before anybody (we, a spy, a mock) replaces a function of it.
import fs from 'node:fs'
import os from 'node:os'

const KEY = Symbol.for('crosswire.fs')
type Holder = { [KEY]?: { readonly fs: typeof fs; readonly tmpdir: () => string } }
const holder = globalThis as Holder

const captured = (holder[KEY] ??= { fs: { ...fs }, tmpdir: os.tmpdir })

export const realFs: typeof fs = captured.fs
/** The system's directory for temporary files. */
export const realTmpdir: () => string = captured.tmpdir
