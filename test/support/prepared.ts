// A variant of the registry as the command line searches it: in this process, or, where its subject is in Python, in processes of Python.
import { afterAll } from 'vitest'
import { type Prepared, prepare } from '../../harness/cli/child/prepare.js'
import type { AnyScenario } from '../../harness/core/scenario.js'
import { python } from './pythons.js'

const inPython = new Map<string, Promise<Prepared>>()
// Each has loaded its subject, which takes longer than many an execution.
afterAll(async () => {
  for (const each of inPython.values()) await (await each).close()
  inPython.clear()
})

export const preparedOf = (scenario: AnyScenario, variant: string): Promise<Prepared> => {
  const parts = scenario.python
  if (parts === undefined) return prepare(scenario, variant, { registered: scenario.name })
  const key = `${parts.variants[variant]} ${variant}`
  const known = inPython.get(key) ?? prepare(scenario, variant, { registered: scenario.name, python })
  inPython.set(key, known)
  return known
}
