// Memory of a search over a million executions, printed at every hundred thousand: `npx tsx test/bench/memory.ts`. With a scenario of the
// registry and a number, of that one: `npx tsx test/bench/memory.ts rpc-shared-socket/fixed 100000`. Asserts nothing; a flat column is what
// it is to show.
import { pathToFileURL } from 'node:url'
import v8 from 'node:v8'
import vm from 'node:vm'
import type { SearchSubject } from '../../harness/search/index.js'

const built = (path: string): Promise<unknown> =>
  import(pathToFileURL(new URL(`../../dist/harness/${path}`, import.meta.url).pathname).href)

await built('register.js')
const { createNodeRuntime } = (await built('runtimes/node/index.js')) as typeof import('../../harness/runtimes/node/index.js')
const { search } = (await built('search/index.js')) as typeof import('../../harness/search/index.js')
const { strategyByName } = (await built('strategies/index.js')) as typeof import('../../harness/strategies/index.js')
const { drawWorkloads } = (await built('callers/workloads.js')) as typeof import('../../harness/callers/workloads.js')
const { scenarioSubject } = (await built(
  'cli/child/scenario-subject.js',
)) as typeof import('../../harness/cli/child/scenario-subject.js')
const { registry } = (await built('cli/registry.js')) as typeof import('../../harness/cli/registry.js')

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void

/** Callers that wait and answer with their own token: as small as a subject can be. */
const small: SearchSubject = {
  id: 'small',
  bodyFor: (workload) => (controls) =>
    Promise.all(
      workload.callers.map(({ name, operations }) =>
        controls.as(name, async () => {
          for (const { op, token } of operations) {
            const call = controls.nextCall()
            controls.record({ actor: name, call, type: 'invoke', op, token })
            await controls.pause('work')
            controls.record({ actor: name, call, type: 'ok', op, token, output: token })
          }
        }),
      ),
    ),
  oracles: [],
  workloads: {
    single: false,
    draw: (options, tryOne) => drawWorkloads({ operations: { ask: (token) => ({ tag: token }) } }, options, tryOne),
  },
}

const subjectNamed = async (name: string): Promise<SearchSubject> => {
  const at = name.lastIndexOf('/')
  const scenario = (await registry()).find((each) => each.name === name.slice(0, at))
  if (scenario === undefined) throw new Error(`no scenario ${name}`)
  return scenarioSubject(scenario, name.slice(at + 1))
}

const [name, count = '1000000'] = process.argv.slice(2)
const subject = name === undefined ? small : await subjectNamed(name)
const executions = Number(count)
const every = executions / 10

const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(1).padStart(7)
const print = (done: number): void => {
  collect()
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const cells = [done.toLocaleString('en').padStart(10), mib(rss), mib(heapUsed), mib(external + arrayBuffers)]
  console.log(cells.join('  '))
}

console.log(
  `${subject.id}, ${executions.toLocaleString('en')} executions, MiB after a collection\nexecutions      rss     heap  outside`,
)
let next = every
const { outcome, distinct } = await search(subject, {
  runtime: createNodeRuntime(),
  strategy: strategyByName('portfolio'),
  seed: 0,
  budget: { executions },
  onProgress: ({ executions: done }) => {
    if (done < next) return
    print(next)
    next += every
  },
})
print(executions)
console.log(`${outcome}, ${distinct.toLocaleString('en')} distinct`)
