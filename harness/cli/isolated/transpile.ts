// Makes a worker thread load TypeScript: `--import tsx` does that for main threads alone on some versions of Node.
import { register as registerRequire } from 'tsx/cjs/api'
import { register } from 'tsx/esm/api'

registerRequire()
register()
