// Scenario: a session cache in Python whose sessions are saved by a thread in the background and by whoever flushes, while they are used.
import { inPython, scenario } from '../../harness/index.js'
import twin from '../cache-flush/scenario.js'

export default scenario({
  ...twin,
  name: 'cache-flush-python',
  story: 'Two threads save one session, and store its messages twice; one walks through the table while another changes it.',
  ...inPython(
    import.meta.url,
    {
      faulty: 'faulty.py',
      'live-view': 'live_view.py',
      'forgets-all': 'forgets_all.py',
      fixed: 'fixed.py',
    },
    { scene: '../session-cache-python/flush_scene.py' },
  ),
  // Between the moment at which a thread asks for a flush and the one at which the table is copied others may come and go.
  oracles: twin.oracles.filter(({ name }) => name !== 'flushed' && name !== 'non-interference'),
  overrides: {},
  expect: {
    faulty: 'acknowledged-writes',
    'live-view': 'refused',
    'forgets-all': 'acknowledged-writes',
    fixed: 'pass',
  },
  races: [
    {
      id: 'changed-size',
      oracle: 'refused',
      says: 'a flush walks through the table while another thread changes it, and raises',
    },
    ...(twin.races ?? []).filter(({ id }) => ['stored-twice', 'never-stored'].includes(id)),
  ],
})
