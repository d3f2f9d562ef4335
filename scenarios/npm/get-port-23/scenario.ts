// Scenario: several preview servers are launched at the same time, each on a port that get-port has found free.
import { createRequire } from 'node:module'
import { callers, type Given, noLeaks, ownResponse, scenario, uniqueAnswers } from '../../../harness/index.js'
import { createLauncher } from './launcher.js'

type GetPort = (options: { readonly port: readonly number[]; readonly host: string }) => Promise<number>

/** Below the range that a system gives out by itself. */
const PORTS = [24_001, 24_002, 24_003, 24_004, 24_005, 24_006]

const require = createRequire(import.meta.url)

/** The package remembers at module level which ports it has given: each execution has it afresh, as a process has. */
const load = async (name: string): Promise<() => GetPort> => {
  await import(name)
  return () => {
    delete require.cache[require.resolve(name)]
    return require(name) as GetPort
  }
}

export default scenario({
  name: 'npm/get-port-23',
  story: 'A second caller asks between the answer to the first one and its listen: both are given the same port.',
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 2 },
    operations: { launch: (token) => ({ page: token }) },
  }),
  variants: { faulty: () => load('get-port-faulty'), fixed: () => load('get-port-fixed') },
  open: (fresh, { controls }) => ({ getPort: fresh(), launcher: createLauncher(controls.dir()), given: [] as Given[] }),
  perform({ getPort, launcher, given }, { token }) {
    const pickPort = async (): Promise<number> => {
      const port = await getPort({ port: PORTS, host: '127.0.0.1' })
      given.push({ answer: port, to: token, from: given.length, until: null })
      return port
    }
    return launcher.launch(token, pickPort)
  },
  observe: ({ given }) => given,
  close: ({ launcher }) => launcher.close(),
  oracles: [
    uniqueAnswers({
      what: 'port',
      given: ({ history, observed }) =>
        ((observed ?? []) as readonly Given[]).map((one) => {
          const invoke = history.find(({ token }) => token === one.to)
          return invoke === undefined ? one : { ...one, to: invoke.actor, event: invoke.n }
        }),
    }),
    // It asks whether a port is free by listening on it for a moment: who has been given that port meanwhile may find it in use.
    ownResponse({ match: (port) => typeof port === 'number', mayFail: ({ end }) => /EADDRINUSE/.test(end?.error ?? '') }),
    noLeaks(),
  ],
  expect: { faulty: 'unique-answers', fixed: 'pass' },
  races: [{ id: 'one-port-for-two', oracle: 'unique-answers', says: 'two callers are given the same port' }],
})
