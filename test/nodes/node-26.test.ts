// Node 26, in a file of its own: the majors are tested at the same time.
import { describeNode } from './describe-node.js'

describeNode('26')
