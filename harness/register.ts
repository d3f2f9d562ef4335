// `crosswire/register`: puts the interceptions in place before the code under test loads. They act only inside an execution.
//
// As `node --import crosswire/register`, as an entry of vitest's `setupFiles`, or as the first import of a program.
import { installRuntime } from './runtimes/node/install.js'

installRuntime()
