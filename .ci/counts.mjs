// Prints how many tests passed and failed, from vitest's own report. A file that could not be loaded, or an error that belongs to no
// test, counts as one that failed: a run that ended badly never looks as if it had passed.
import { readFileSync } from 'node:fs'

const [file, status] = process.argv.slice(2)
const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
const count = (of) => testResults.reduce((sum, result) => sum + of(result), 0)
const withStatus = (wanted) => count(({ assertionResults }) => assertionResults.filter((test) => test.status === wanted).length)

const passed = withStatus('passed')
const failedTests = withStatus('failed')
const brokenFiles = count((result) =>
  result.status === 'failed' && result.assertionResults.every((test) => test.status !== 'failed') ? 1 : 0,
)
const failed = failedTests + brokenFiles
console.log(passed, failed === 0 && (status !== '0' || passed === 0) ? 1 : failed)
