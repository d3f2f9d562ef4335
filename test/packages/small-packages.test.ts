// Packages that order, limit, share or keep what others do, unmodified: every failure here is a false alarm.
import { describePrograms } from './describe-programs.js'

describePrograms(['p-queue', 'bottleneck', 'generic-pool', 'lru-cache', 'async-mutex'])
