// Packages that talk over sockets or standard streams, unmodified: every failure here is a false alarm.
import { describePrograms } from './describe-programs.js'

describePrograms(['node-http'])
