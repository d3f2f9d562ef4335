// Mutants of a source: what a person might take away, or turn around, without noticing what it was there for.
import { type ParserOptions, parse } from '@babel/parser'
import traverseModule, { type NodePath } from '@babel/traverse'
import MagicString from 'magic-string'

export type Kind = 'condition' | 'check' | 'lock' | 'cleanup' | 'await'

export interface Mutant {
  readonly kind: Kind
  /** Of what is changed, from 1. */
  readonly line: number
  /** On one line. */
  readonly was: string
  readonly becomes: string
  /** Among those of the file with the same two texts, from 1: a name that lines may move under. */
  readonly nth: number
  /** The whole source. */
  readonly source: string
}

type Node = NodePath['node']
type Traverse = typeof traverseModule.default

/** CommonJS, whose default export is a property of what some loaders give. */
const traverse = (traverseModule.default ?? traverseModule) as Traverse

const PARSER: ParserOptions = { sourceType: 'module', plugins: ['typescript'] }

/** Whatever runs the function that it is given while others wait. */
const LOCK = /lock|mutex|alone|exclusive|turn$/i

const CLEANUP = new Set(
  [
    ...['delete', 'clear', 'close', 'destroy', 'end', 'kill', 'terminate', 'dispose', 'abort', 'cancel', 'release', 'stop'],
    ...['clearTimeout', 'clearInterval', 'clearImmediate', 'rm', 'unlink', 'off', 'removeListener', 'removeAllListeners'],
  ].map((name) => name.toLowerCase()),
)

interface Edit {
  readonly kind: Kind
  readonly node: Node
  readonly becomes: string
}

/**
 * In the order of the source: each condition negated, always true and always false; each operand of `&&` and `||`, and each `??=`,
 * without its check; each locked section without its lock; each call that deletes, clears or ends something left out; each `await`
 * of such a call, or of a lock, left out. Throws a `SyntaxError` for what is no TypeScript.
 */
export const mutantsOf = (source: string): Mutant[] => {
  const edits: Edit[] = []
  const text = (node: Node): string => source.slice(node.start as number, node.end as number)
  traverse(parse(source, PARSER), {
    enter: ({ node, parent }) => {
      edits.push(...conditions(node, text), ...checks(node, text), ...locks(node, text), ...cleanups(node, parent, text))
    },
  })
  return numbered(
    source,
    edits.sort((a, b) => (a.node.start as number) - (b.node.start as number)),
  )
}

type Text = (node: Node) => string

const conditions = (node: Node, text: Text): Edit[] => {
  const { test } = node as { readonly test?: Node | null }
  if (test == null || node.type === 'SwitchCase' || test.type === 'BooleanLiteral') return []
  return [`!(${text(test)})`, 'true', 'false'].map((becomes) => ({ kind: 'condition', node: test, becomes }))
}

const checks = (node: Node, text: Text): Edit[] => {
  if (node.type === 'AssignmentExpression' && node.operator === '??=') {
    return [{ kind: 'check', node, becomes: `${text(node.left)} = ${text(node.right)}` }]
  }
  if (node.type !== 'LogicalExpression' || node.operator === '??') return []
  return [node.right, node.left].map((other) => ({ kind: 'check', node, becomes: text(other) }))
}

const locks = (node: Node, text: Text): Edit[] => {
  const inner = node.type === 'AwaitExpression' ? node.argument : node
  const section = lockedBy(inner)
  if (section === null) return []
  if (inner !== node) return [{ kind: 'await', node, becomes: text(inner) }]
  return [{ kind: 'lock', node, becomes: `(async () => (${text(section)})())()` }]
}

/** The section, which is the last argument. */
const lockedBy = (node: Node): Node | null => {
  if (node.type !== 'CallExpression') return null
  const section = node.arguments.at(-1)
  if (section === undefined || !/^(Arrow)?Function|^Identifier$/.test(section.type)) return null
  const names = namesOf(node.callee)
  return names[0] !== 'catch' && names.some((name) => LOCK.test(name)) ? section : null
}

/** `tableLock.run`: both. */
const namesOf = (callee: Node): string[] => {
  if (callee.type === 'Identifier') return [callee.name]
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return []
  const own = callee.property.type === 'Identifier' ? [callee.property.name] : []
  const { object } = callee
  return object.type === 'Identifier' || object.type === 'MemberExpression' ? [...own, ...namesOf(object)] : own
}

const cleanups = (node: Node, parent: Node | undefined, text: Text): Edit[] => {
  if (node.type === 'AwaitExpression' && isCleanup(node.argument)) return [{ kind: 'await', node, becomes: text(node.argument) }]
  if (!isCleanup(node)) return []
  // A chain goes on with what it went on with before.
  const { callee } = node as { readonly callee?: { readonly object?: Node } }
  const isChained = /^(Optional)?MemberExpression$/.test(parent?.type ?? '') && callee?.object !== undefined
  if (isChained) return [{ kind: 'cleanup', node, becomes: text(callee.object as Node) }]
  const isAsked = /^(If|Logical|Conditional|Unary)/.test(parent?.type ?? '')
  return [{ kind: 'cleanup', node, becomes: isAsked ? 'true' : 'undefined' }]
}

const isCleanup = (node: Node): boolean => {
  if (node.type === 'UnaryExpression') return node.operator === 'delete'
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return false
  return CLEANUP.has(namesOf(node.callee)[0]?.toLowerCase() ?? '')
}

const numbered = (source: string, edits: readonly Edit[]): Mutant[] => {
  const times = new Map<string, number>()
  const places = new Set<string>()
  return edits.flatMap(({ kind, node, becomes }) => {
    const [start, end] = [node.start as number, node.end as number]
    const was = onOneLine(source.slice(start, end))
    const place = `${start} ${end} ${becomes}`
    if (places.has(place)) return []
    places.add(place)
    const name = `${was} -> ${onOneLine(becomes)}`
    const nth = (times.get(name) ?? 0) + 1
    times.set(name, nth)
    const changed = new MagicString(source).overwrite(start, end, becomes).toString()
    return [{ kind, line: node.loc?.start.line ?? 0, was, becomes: onOneLine(becomes), nth, source: changed }]
  })
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ')
