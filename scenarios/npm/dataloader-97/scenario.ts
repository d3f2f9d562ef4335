// Scenario: the rights of two users, of whom one is known already: what is to be asked for together is asked for in two batches.
import {
  type AskedTogether,
  type Batch,
  callers,
  type Execution,
  mockDispatcher,
  noLeaks,
  oneBatch,
  ownResponse,
  scenario,
  uniform,
} from '../../../harness/index.js'
import { addressOf } from '../../support/address.js'
import { connectStore } from '../../support/store-client.js'
import { createAccess, type DataLoaderPackage } from './access.js'

interface Keys {
  readonly keys: readonly string[]
}

const load = async (name: string): Promise<DataLoaderPackage> => import(name)

const isBatch = ({ actor, type }: Execution['history'][number]): boolean => actor === 'dispatcher' && type === 'invoke'

const batchesIn = ({ history }: Execution): Batch[] =>
  history.filter(isBatch).map(({ input, n }) => ({ keys: (input as Keys).keys, event: n }))

/** The colleague whom everybody asks about; the other user of a call is known to nobody else. */
const COLLEAGUE = 'eve'

const usersOf = (token: string): readonly string[] => [COLLEAGUE, `user-${token}`]

/** The rights of a call can come in one batch where one of its users was known before the call: both wait for the role of the other. */
const togetherIn = (execution: Execution): AskedTogether[] => {
  const { history } = execution
  const lookUp = history.find((event) => isBatch(event) && (event.input as Keys).keys.includes(`role of ${COLLEAGUE}`))
  const known = history.find(({ call, type }) => call === lookUp?.call && type === 'ok')
  return history.flatMap(({ type, op, token = '', actor, n }) => {
    if (type !== 'invoke' || op !== 'rights' || actor === 'dispatcher') return []
    const isKnown = known !== undefined && known.n < n
    if (!isKnown) return []
    const keys = usersOf(token).map((user) => `rights of ${user} as editor in ${token}`)
    return [{ by: `${actor}'s call`, keys, event: n }]
  })
}

/** Of a key: what it says of the user and the document, so that the answer to another key is none to this one. */
const answerTo = (key: string): string =>
  key.startsWith('role') ? 'editor' : key.replace(/^rights of (\S+) as editor in (\S+)$/, '$1 may write $2')

const isOwn = (output: unknown, { op, token = '' }: Execution['history'][number]): boolean =>
  op === 'role' ? output === 'editor' : `${output}` === `${usersOf(token).map((user) => `${user} may write ${token}`)}`

export default scenario({
  name: 'npm/dataloader-97',
  story: 'A user who is known and one who is not, and then the rights of both: two batches in the place of one.',
  dispatcher: mockDispatcher({
    tools: { many: (args) => (args as unknown as Keys).keys.map(answerTo) },
    delay: uniform(0, 40),
    service: 'concurrent',
  }),
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 2 },
    operations: { role: () => null, rights: (token) => ({ document: token }) },
  }),
  variants: { faulty: () => load('dataloader-faulty'), fixed: () => load('dataloader-fixed') },
  open(dataloader, { dispatcher }) {
    const service = connectStore(addressOf(dispatcher))
    const fetchMany = async (keys: readonly string[]) => (await service.ask('many', { keys })) as readonly string[]
    return { service, access: createAccess(dataloader, fetchMany) }
  },
  perform: ({ access }, { op, token }) => (op === 'role' ? access.roleOf(COLLEAGUE) : access.rightsIn(token, usersOf(token))),
  close: ({ service }) => service.close(),
  oracles: [oneBatch({ together: togetherIn, batches: batchesIn }), ownResponse({ match: isOwn }), noLeaks()],
  expect: { faulty: 'one-batch', fixed: 'pass' },
  races: [{ id: 'split-batch', oracle: 'one-batch', says: 'what depends on a known and on a new key is loaded by two batches' }],
})
