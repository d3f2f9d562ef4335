// A store of jobs: a file says which there are and how often each has run; what the runs print lies in a folder for each job.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLocks } from '../support/locks.js'

export interface JobStore {
  /** Runs a job once; what `work` prints is kept. Rejects where there is no such job, or none any more. */
  run(id: string, work: () => Promise<string>): Promise<void>
  /** Removes a job and what its runs have printed; says whether there was one. */
  remove(id: string): Promise<boolean>
  list(): Promise<readonly string[]>
}

export const openJobs = (dir: string): JobStore => {
  const index = join(dir, 'jobs.json')
  const folderOf = (id: string): string => join(dir, 'output', id)
  const locks = createLocks()

  const read = async (): Promise<Record<string, number>> => JSON.parse(await readFile(index, 'utf8'))

  /** Counts a run of a job, or strikes the job out; says how often it has run, and `null` where there is no such job. */
  const edit = (id: string, how: 'count' | 'strike'): Promise<number | null> =>
    locks.alone('the index', async () => {
      const jobs = await read()
      if (!Object.hasOwn(jobs, id)) return null
      const { [id]: runs = 0, ...others } = jobs
      await writeFile(`${index}.tmp`, JSON.stringify(how === 'strike' ? others : { ...others, [id]: runs + 1 }))
      await rename(`${index}.tmp`, index)
      return runs
    })

  const keep = async (id: string, prints: string): Promise<void> => {
    const runs = await edit(id, 'count')
    if (runs === null) throw new Error(`no job ${id}`)
    await mkdir(folderOf(id), { recursive: true })
    await writeFile(join(folderOf(id), `${runs + 1}.txt`), prints)
  }

  return {
    list: async () => Object.keys(await read()),
    async run(id, work) {
      if (!Object.hasOwn(await read(), id)) throw new Error(`no job ${id}`)
      const prints = await work()
      // Removed meanwhile: then so is what it has printed.
      await locks.alone(`job ${id}`, () => keep(id, prints))
    },
    remove: (id) =>
      locks.alone(`job ${id}`, async () => {
        await rm(folderOf(id), { recursive: true, force: true })
        return (await edit(id, 'strike')) !== null
      }),
  }
}
