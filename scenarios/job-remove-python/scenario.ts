// Scenario: a store of jobs in Python, an entry and a folder for each, from which threads remove jobs while others run them.
import { type AnyScenario, inPython, scenario } from '../../harness/index.js'
import inTypeScript from '../job-remove/scenario.js'

const twin: AnyScenario = inTypeScript

export default scenario({
  ...twin,
  name: 'job-remove-python',
  story: 'A thread removes a job while another runs it: its folder is deleted, and the run makes it anew.',
  ...inPython(import.meta.url, {
    faulty: 'faulty.py',
    'looked-again': 'looked_again.py',
    'entry-only': 'entry_only.py',
    'folder-first': 'folder_first.py',
    fixed: 'fixed.py',
  }),
  expect: {
    faulty: 'entries-and-folders',
    'looked-again': 'entries-and-folders',
    'entry-only': 'entries-and-folders',
    'folder-first': 'outside',
    fixed: 'pass',
  },
  races: (twin.races ?? []).filter(({ id }) => ['folder-comes-back', 'deleted-outside'].includes(id)),
})
