// Scenario: write-file-atomic is asked twice to write one file.
import { callers, lastCallWins, noLeaks, ownResponse, scenario } from '../../../harness/index.js'
import { openDocuments, type WriteFileAtomic } from './documents.js'

const NAMES = ['draft.md', 'notes.md']

interface Input {
  readonly name: string
  readonly text: string
}

const load = async (name: string): Promise<WriteFileAtomic> => (await import(name)).default

export default scenario({
  name: 'npm/write-file-atomic-queue',
  story: 'Two writes of one file overlap: the file is left with the text of whoever called first.',
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 2 },
    operations: { save: (token, draw) => ({ name: NAMES[draw % NAMES.length] ?? '', text: `text ${token}` }) },
  }),
  variants: { faulty: () => load('write-file-atomic-faulty'), fixed: () => load('write-file-atomic-fixed') },
  open: (writeFileAtomic, { dir }) => openDocuments(writeFileAtomic, dir),
  perform(documents, { input }) {
    const { name, text } = input as unknown as Input
    return documents.save(name, text)
  },
  observe: (documents) => documents.all(),
  oracles: [
    lastCallWins({
      writes: ({ invoke }) => {
        const { name, text } = invoke.input as Input
        return { key: name, value: text }
      },
      left: ({ observed }) => Object.entries((observed as Record<string, string>) ?? {}).map(([key, value]) => ({ key, value })),
    }),
    ownResponse({ match: (output) => output === undefined }),
    noLeaks(),
  ],
  expect: { faulty: 'last-call-wins', fixed: 'pass' },
  races: [
    {
      id: 'earlier-call-wins',
      oracle: 'last-call-wins',
      symptom: 'overtaken',
      says: 'a file is left with the text of an earlier call',
    },
  ],
})
