// async-mutex: three callers read, change and write one file under a mutex, while a semaphore lets two of them look at it at a time.
import { strict as assert } from 'node:assert'
import { readFile, writeFile } from 'node:fs/promises'
import { E_TIMEOUT, Mutex, Semaphore, withTimeout } from 'async-mutex'
import type { PackageProgram } from '../tour.js'

const OPERATIONS = 2
const READERS = 2

export const program: PackageProgram = {
  name: 'async-mutex',
  async body({ together, call, dir, pause }) {
    const file = `${dir()}/ledger`
    await writeFile(file, '')
    const mutex = new Mutex()
    const impatient = withTimeout(mutex, 5)
    const readers = new Semaphore(READERS)
    let reading = 0

    /** Adds a line, and gives back the line that is there afterwards. */
    const append = (line: string): Promise<string> =>
      mutex.runExclusive(async () => {
        const before = await readFile(file, 'utf8')
        await pause('thinking')
        await writeFile(file, `${before}${line}\n`)
        return (await readFile(file, 'utf8')).split('\n').at(-2) ?? ''
      })
    const look = (): Promise<string> =>
      readers.runExclusive(async () => {
        assert.ok(++reading <= READERS, 'the semaphore lets in as many as it has permits for')
        await mutex.waitForUnlock()
        reading--
        return readFile(file, 'utf8')
      })
    /** Gives up after 5 ms: whether it got the lock is open, that it is free again afterwards is not. */
    const peek = (): Promise<string> =>
      impatient.runExclusive(() => 'got the lock').catch((error) => (error === E_TIMEOUT ? 'gave up' : Promise.reject(error)))

    const caller = (name: string) => async () => {
      for (let i = 0; i < OPERATIONS; i++) await call(name, 'append', append)
      await peek()
      await look()
    }
    await together({ ann: caller('ann'), bob: caller('bob'), cat: caller('cat') })

    assert.equal((await readFile(file, 'utf8')).split('\n').length - 1, 3 * OPERATIONS, 'no line is lost')
    assert.equal(mutex.isLocked(), false)
    assert.equal(readers.getValue(), READERS)
  },
}
