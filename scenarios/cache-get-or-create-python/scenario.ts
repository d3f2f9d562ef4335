// Scenario: a session cache in Python that loads what it does not have; two threads ask for one key at the same time.
import { inPython, scenario } from '../../harness/index.js'
import twin from '../cache-get-or-create/scenario.js'

export default scenario({
  ...twin,
  name: 'cache-get-or-create-python',
  story: 'Two threads miss the cache, both load, both store: two sessions live under one key.',
  ...inPython(
    import.meta.url,
    {
      faulty: 'faulty.py',
      'lock-on-each-access': 'lock_on_each_access.py',
      'reserved-first': 'reserved_first.py',
      'look-before-create': 'look_before_create.py',
      'one-lock': 'one_lock.py',
      fixed: 'fixed.py',
    },
    { scene: '../session-cache-python/scene.py' },
  ),
  expect: {
    faulty: 'one-object-per-key',
    'lock-on-each-access': 'one-object-per-key',
    'reserved-first': 'linearizable',
    'look-before-create': 'one-object-per-key',
    'one-lock': 'non-interference',
    fixed: 'pass',
  },
})
