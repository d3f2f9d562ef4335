// Scenario: a session cache in Python in which a new session takes the place of the old one, while other threads use that key.
import { inPython, scenario } from '../../harness/index.js'
import twin from '../cache-new-session/scenario.js'

export default scenario({
  ...twin,
  name: 'cache-new-session-python',
  story:
    'The old session is taken out of the table before the new one is in it: a thread that comes in between brings in a third.',
  ...inPython(
    import.meta.url,
    {
      faulty: 'faulty.py',
      'lock-on-each-access': 'lock_on_each_access.py',
      'one-lock': 'one_lock.py',
      'id-by-second': 'id_by_second.py',
      fixed: 'fixed.py',
    },
    { scene: '../session-cache-python/scene.py' },
  ),
  expect: {
    faulty: 'one-object-per-key',
    'lock-on-each-access': 'one-object-per-key',
    'one-lock': 'non-interference',
    'id-by-second': 'begun-once',
    fixed: 'pass',
  },
})
