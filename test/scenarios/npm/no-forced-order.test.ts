// Nothing in the scenarios of the zoo brings about an order: no gate, no fixed sleep, no promise that somebody else settles. The search has to.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import babelTraverse, { type NodePath } from '@babel/traverse'
import { describe, expect, test } from 'vitest'

/** CommonJS: Node and the types do not agree on what its default export is. */
const traverse = (babelTraverse as unknown as { readonly default: typeof babelTraverse.default }).default ?? babelTraverse

/** Sleeps by their names, whichever module they come from. */
const SLEEPS = ['setTimeout', 'setInterval', 'setImmediate', 'sleep', 'delay', 'wait', 'scheduler']
/** Ways to stand still that no choice reaches, or to let others go first. */
const GATES = /^(gate|barrier|latch|deferred|withResolvers|hold|Atomics|nextTick|queueMicrotask)$/i

/** What in a file brings about an order, by line. */
const forcedIn = (text: string): string[] => {
  const found: string[] = []
  const note = (path: NodePath, what: string): void => void found.push(`${path.node.loc?.start.line}: ${what}`)
  traverse(parse(text, { sourceType: 'module', plugins: ['typescript'] }), {
    CallExpression(path) {
      const { callee } = path.node
      const name = callee.type === 'Identifier' ? callee.name : ''
      if (!SLEEPS.includes(name) || isMadeOfAChoice(path) || isPatience(path)) return
      note(path, `${name} of a time that is no choice of the schedule`)
    },
    NewExpression(path) {
      const { callee } = path.node
      if (callee.type === 'Identifier' && callee.name === 'Promise' && escapes(path))
        note(path, 'a promise that is settled from outside')
    },
    Identifier(path) {
      if (GATES.test(path.node.name)) note(path, path.node.name)
    },
  })
  return found
}

/** `sleep(DELAYS_MS[index])`, `index` being what `controls.choose` has returned; or a number that the choice has found. */
const isMadeOfAChoice = (path: NodePath): boolean => {
  const owner = path.getFunctionParent()
  const text = owner?.toString() ?? ''
  return /\bsleep\(\w+\[(\w+)\]\)/.test(path.toString()) && /\bconst index = controls\.choose\(/.test(text)
}

/** A time-out of the program's own, that comes with the call: a caller's patience aborts, and nothing waits for it to pass. */
const isPatience = (path: NodePath): boolean => /^setTimeout\(\(\) => \w+\.abort\(.*\), \w+Ms\)$/s.test(path.toString())

/** A function of the executor is stored beyond it: whoever has it settles the promise. */
const escapes = (path: NodePath): boolean => {
  let stored = false
  path.traverse({
    AssignmentExpression(inner) {
      const { right } = inner.node
      if (right.type === 'Identifier' && isOfExecutor(inner, right.name, path)) stored = true
    },
  })
  return stored
}

const isOfExecutor = (inner: NodePath, name: string, promise: NodePath): boolean => {
  const binding = inner.scope.getBinding(name)
  return binding?.kind === 'param' && binding.scope.path.parentPath === promise
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'node_modules') return []
    return statSync(path).isDirectory() ? filesIn(path) : path.endsWith('.ts') ? [path] : []
  })

test.each(filesIn('scenarios/npm'))('%s brings about no order', (file) => {
  expect(forcedIn(readFileSync(file, 'utf8'))).toEqual([])
})

describe('the test itself', () => {
  test('sees a fixed sleep, a gate, and a promise that somebody else settles', () => {
    expect(forcedIn("import { setTimeout as sleep } from 'x'\nawait sleep(50)")).toHaveLength(1)
    expect(forcedIn('setTimeout(go, 10)')).toHaveLength(1)
    expect(forcedIn('const DELAYS = [5]\nawait sleep(DELAYS[0])')).toHaveLength(1)
    expect(forcedIn('await gate.open()')).toHaveLength(1)
    expect(forcedIn('Promise.withResolvers()')).toHaveLength(1)
    expect(forcedIn('let go\nconst done = new Promise((resolve) => { go = resolve })')).toHaveLength(1)
  })

  test('lets delays that the schedule chooses, patience, and ordinary callbacks be', () => {
    const chosen = "const f = async () => { const index = controls.choose('delay', 'x', LABELS); await sleep(DELAYS_MS[index]) }"
    expect(forcedIn(chosen)).toEqual([])
    expect(forcedIn('const timer = setTimeout(() => gone.abort(), patienceMs)')).toEqual([])
    expect(forcedIn('await new Promise((resolve) => server.listen(0, resolve))')).toEqual([])
  })
})
