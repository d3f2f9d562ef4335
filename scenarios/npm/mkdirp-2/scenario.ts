// Scenario: mkdirp is asked for one folder by several at once.
import { callers, noLeaks, ownResponse, scenario } from '../../../harness/index.js'
import { type MkdirpPackage, openArchive } from './archive.js'

const FOLDERS = ['2024/03', '2024/04', '2023/12']

interface Input {
  readonly folder: string
  readonly name: string
}

const load = async (name: string): Promise<MkdirpPackage> => (await import(name)).default

export default scenario({
  name: 'npm/mkdirp-2',
  story: 'Several make one folder at once: whoever comes second is told that it exists, and fails.',
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 2 },
    operations: { file: (token, draw) => ({ folder: FOLDERS[draw % FOLDERS.length] ?? '', name: `${token}.txt` }) },
  }),
  variants: { faulty: () => load('mkdirp-faulty'), fixed: () => load('mkdirp-fixed') },
  open: (mkdirp, { dir }) => openArchive(mkdirp, dir),
  perform(archive, { input, token }) {
    const { folder, name } = input as unknown as Input
    return archive.file(folder, name, `letter ${token}`)
  },
  // Nobody's letter may fail to be filed, and each is read back as it was.
  oracles: [ownResponse(), noLeaks()],
  expect: { faulty: 'own-response', fixed: 'pass' },
  races: [
    {
      id: 'exists-already',
      oracle: 'own-response',
      symptom: 'unexpected-failure',
      says: 'a caller fails because another one has made the folder in the meantime',
    },
  ],
})
