// Scenario: a session cache in Python in which sessions are deleted while a thread in the background still has to save them.
import { inPython, scenario } from '../../harness/index.js'
import twin from '../cache-delete/scenario.js'

export default scenario({
  ...twin,
  name: 'cache-delete-python',
  story: 'A session is deleted, and then the thread in the background stores what was last said in it.',
  ...inPython(
    import.meta.url,
    {
      faulty: 'faulty.py',
      'store-first': 'store_first.py',
      'table-first': 'table_first.py',
      'one-lock': 'one_lock.py',
      fixed: 'fixed.py',
    },
    { scene: '../session-cache-python/scene.py' },
  ),
  expect: {
    faulty: 'nothing-comes-back',
    'store-first': 'nothing-comes-back',
    'table-first': 'nothing-comes-back',
    'one-lock': 'non-interference',
    fixed: 'pass',
  },
})
