// Packages of the web, unmodified: every failure here is a false alarm.
import { describePrograms } from './describe-programs.js'

// undici comes last: once it is loaded, the global fetch goes through its agent.
describePrograms(['node-http', 'express', 'socket-io', 'fetch', 'undici'])
