// Nothing in the scenarios of the zoo brings about an order: no gate, no fixed sleep, no promise that somebody else settles. The search has to.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forcedIn } from '../support/forced-order.js'

const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'node_modules') return []
    return statSync(path).isDirectory() ? filesIn(path) : path.endsWith('.ts') ? [path] : []
  })

/** What is no force, by file, and why. */
const NO_FORCE: Readonly<Record<string, readonly string[]>> = {
  // A client has a list of those who wait for answers: what comes over the connection settles them.
  'scenarios/support/store-client.ts': ['a promise that is settled from outside'],
}

test.each(['scenarios/npm', 'scenarios/support'].flatMap(filesIn))('%s brings about no order', (file) => {
  const known = (NO_FORCE[file] ?? []).map((what) => expect.stringMatching(new RegExp(`^\\d+: ${what}$`)))
  expect(forcedIn(readFileSync(file, 'utf8'))).toEqual(known)
})

const CHOSEN = "const index = controls.choose('delay', 'x', DELAYS_MS.map(String))"
const SLEEP = "import { setTimeout as sleep } from 'node:timers/promises'\n"

/** A sleep as the scenarios have it. */
const sleeping = ({ delays = '[10, 0, 50]', choice = CHOSEN, slept = 'sleep(DELAYS_MS[index])' } = {}): string =>
  `${SLEEP}const DELAYS_MS = ${delays}\nexport const f = (controls) => async () => { ${choice}; await ${slept} }`

describe('the test itself sees', () => {
  test.each([
    'setTimeout(go, 10)',
    'await sleep(50)',
    'await delay(50)',
    `${SLEEP}await sleep(50)`,
    "import { setTimeout as nap } from 'node:timers/promises'\nawait nap(50)",
    "import { scheduler } from 'node:timers/promises'\nawait scheduler.wait(50)",
    "import timers from 'node:timers/promises'\nawait timers.setTimeout(50)",
    "import * as timers from 'node:timers/promises'\nawait timers['setTimeout'](50)",
    "const { setTimeout: nap } = await import('node:timers/promises')\nawait nap(50)",
    'const nap = setTimeout\nnap(go, 50)',
    `${SLEEP}const nap = sleep\nawait nap(50)`,
    'await promisify(setTimeout)(50)',
    'await new Promise((resolve) => setTimeout(resolve, 50))',
    'await clock.wait(50)',
  ])('a time that is no choice: %s', (text) => {
    expect(forcedIn(text)).toHaveLength(1)
  })

  test.each([
    ['of another index', sleeping({ slept: 'sleep(DELAYS_MS[0])' })],
    ['of another variable', sleeping({ choice: `${CHOSEN}; const other = 2`, slept: 'sleep(DELAYS_MS[other])' })],
    ['of another list', sleeping({ slept: 'sleep(OTHERS[index])' })],
    ['of an index that changes', sleeping({ choice: CHOSEN.replace('const', 'let') })],
    ['of the same length each time', sleeping({ delays: '[50, 50]' })],
    ['of fewer than there are', sleeping({ choice: "const index = controls.choose('delay', 'x', ['one', 'two'])" })],
    ['and a little more', sleeping({ slept: 'sleep(DELAYS_MS[index] + 50)' })],
  ])('a sleep that only looks chosen: %s', (_, text) => {
    expect(forcedIn(text)).toHaveLength(1)
  })

  test('a choice between one', () => {
    expect(forcedIn("controls.choose('delay', 'x', ['50 ms'])")).toEqual(['1: a choice between one'])
    expect(forcedIn(sleeping({ delays: '[50]' }))).toHaveLength(2)
  })

  test.each([
    'await gate.open()',
    'Promise.withResolvers()',
    'process.nextTick(go)',
    "import { EventEmitter } from 'node:events'\nconst bus = new EventEmitter()\nawait new Promise((r) => bus.once('go', r))",
    "process.emit('go')",
    "bus.emit('go')",
    'target.dispatchEvent(go)',
  ])('a gate: %s', (text) => {
    expect(forcedIn(text)).not.toEqual([])
  })

  test.each([
    'let go\nconst done = new Promise((resolve) => { go = resolve })',
    'let go\nconst done = new Promise((resolve) => { go = () => resolve(1) })',
    'await new Promise((resolve) => waiters.push(resolve))',
    'await new Promise((resolve) => waiters.push(() => resolve(1)))',
    'await new Promise((resolve) => waiters.add({ resolve }))',
    'await new Promise((resolve, reject) => waiters.set(id, reject))',
    'await new Promise((resolve) => { const go = () => resolve(1); waiters.push(go) })',
    "await new Promise((resolve) => signal.addEventListener('abort', resolve))",
    'const register = (go) => list.push(go)\nawait new Promise((resolve) => register(resolve))',
    'await new Promise(elsewhere)',
  ])('a promise that somebody else settles: %s', (text) => {
    expect(forcedIn(text)).toHaveLength(1)
  })
})

describe('the test itself lets be', () => {
  test.each([
    sleeping(),
    sleeping({ choice: "const index = controls.choose('delay', 'x', ['10 ms', 'none', '50 ms'])" }),
    'const f = (patienceMs) => { const timer = setTimeout(() => gone.abort(), patienceMs) }',
    'await new Promise((resolve) => server.listen(0, resolve))',
    "await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))",
    'await new Promise((resolve) => { const server = app.listen(0, () => resolve(server)) })',
    'await new Promise((resolve, reject) => { const done = (error) => (error ? reject(error) : resolve()); store.set(id, value, done) })',
    'mockDispatcher({ delay: uniform(0, 40), delays: { write: uniform(0, 8) } })',
  ])('%s', (text) => {
    expect(forcedIn(text)).toEqual([])
  })

  test('no patience that is the same for everybody', () => {
    expect(forcedIn('const patienceMs = 50\nsetTimeout(() => gone.abort(), patienceMs)')).toHaveLength(1)
  })
})
