// Finds what brings about an order in a file: sleeps of a time that is no choice, gates, and promises that somebody else settles.
import { parse } from '@babel/parser'
import babelTraverse, { type Node, type NodePath, type Scope } from '@babel/traverse'
import { isStored } from './stored-resolver.js'

/** CommonJS: Node and the types do not agree on what its default export is. */
const traverse = (babelTraverse as unknown as { readonly default: typeof babelTraverse.default }).default ?? babelTraverse

/** Timers have these names wherever they come from; whatever an import calls them is followed. */
const TIMERS = ['setTimeout', 'setInterval', 'setImmediate', 'scheduler']
/** Sleeps that somebody else may have written: only where they are called. */
const SLEEPS = ['sleep', 'delay', 'wait']
/** Ways to stand still that no choice reaches, to let others go first, and channels of one's own to wake somebody by. */
const GATES =
  /^(gate|barrier|latch|deferred|withResolvers|hold|Atomics|nextTick|queueMicrotask|EventEmitter|EventTarget|MessageChannel|BroadcastChannel)$/i
const SENDS = ['emit', 'dispatchEvent']

type Of<Type extends Node['type']> = Extract<Node, { readonly type: Type }>

/** What in a file brings about an order, by line. */
export const forcedIn = (text: string): string[] => {
  const found = new Set<string>()
  const note = (path: NodePath, what: string): void => void found.add(`${path.node.loc?.start.line}: ${what}`)
  const timer = (path: NodePath): void => {
    if (!isChosenSleep(path) && !isPatience(path)) note(path, 'a time that is no choice of the schedule')
  }
  traverse(parse(text, { sourceType: 'module', plugins: ['typescript'] }), {
    ImportSpecifier(path) {
      if (!TIMERS.includes(nameOf(path.node.imported))) return
      for (const reference of path.scope.getBinding(path.node.local.name)?.referencePaths ?? []) timer(reference)
    },
    Identifier(path) {
      if (isPartOfImport(path)) return
      const { name } = path.node
      if (GATES.test(name)) note(path, name)
      else if (TIMERS.includes(name) && !isOfImport(path)) timer(path)
      else if (SLEEPS.includes(name) && isCalled(path) && !isOfImport(path)) timer(path)
      else if (SENDS.includes(name) && isCalled(path)) note(path, 'an event that the scenario itself sends')
    },
    StringLiteral(path) {
      if (path.parentPath.isMemberExpression() && [...TIMERS, ...SLEEPS].includes(path.node.value)) timer(path)
    },
    CallExpression(path) {
      if (isChoose(path.node) && optionsOf(path) === 1) note(path, 'a choice between one')
    },
    NewExpression(path) {
      const { callee } = path.node
      if (callee.type === 'Identifier' && callee.name === 'Promise' && isStored(path))
        note(path, 'a promise that is settled from outside')
    },
  })
  return [...found]
}

const nameOf = (name: Of<'Identifier'> | Of<'StringLiteral'>): string => (name.type === 'Identifier' ? name.name : name.value)

const isPartOfImport = ({ parent }: NodePath): boolean => parent.type.startsWith('Import')

/** Timers under their own names are followed from their imports too. */
const isOfImport = (path: NodePath<Of<'Identifier'>>): boolean => {
  const binding = path.scope.getBinding(path.node.name)
  const specifier = binding?.path.node
  if (specifier?.type !== 'ImportSpecifier' || !binding?.referencePaths.includes(path)) return false
  return TIMERS.includes(nameOf(specifier.imported))
}

/** `sleep(...)`, `timers.sleep(...)`. */
const isCalled = (path: NodePath): boolean => callOf(path) !== null

const callOf = (path: NodePath): NodePath<Of<'CallExpression'>> | null => {
  const { parentPath } = path
  if (parentPath?.isCallExpression() && path.key === 'callee') return parentPath
  if (parentPath?.isMemberExpression() && path.key === 'property') return callOf(parentPath)
  return null
}

/** `sleep(DELAYS_MS[index])`, `index` being what `choose` has returned, out of as many as there are delays, which are not all the same. */
const isChosenSleep = (path: NodePath): boolean => {
  const [delay, ...more] = callOf(path)?.node.arguments ?? []
  if (delay?.type !== 'MemberExpression' || !delay.computed || more.length > 0) return false
  const { object, property } = delay
  if (object.type !== 'Identifier' || property.type !== 'Identifier') return false
  const [delays, index] = [constantOf(path.scope, object.name), constantOf(path.scope, property.name)]
  const choice = index?.get('init')
  if (delays === null || !choice?.isCallExpression() || !isChoose(choice.node)) return false
  const different = new Set(numbersIn(delays.node.init))
  return different.size > 1 && optionsOf(choice) === numbersIn(delays.node.init).length
}

const constantOf = (scope: Scope, name: string): NodePath<Of<'VariableDeclarator'>> | null => {
  const binding = scope.getBinding(name)
  return binding?.kind === 'const' && binding.path.isVariableDeclarator() ? binding.path : null
}

const numbersIn = (list: Node | null | undefined): number[] =>
  list?.type === 'ArrayExpression' ? list.elements.flatMap((each) => (each?.type === 'NumericLiteral' ? [each.value] : [])) : []

const isChoose = ({ callee }: Of<'CallExpression'>): boolean =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'choose'

/** How many ways a choice has, as far as the file tells: a list, or one made of a list of the file's. */
const optionsOf = (choice: NodePath<Of<'CallExpression'>>): number | null => {
  const [, , list] = choice.node.arguments
  if (list?.type === 'ArrayExpression') return list.elements.length
  const from = list?.type === 'CallExpression' && list.callee.type === 'MemberExpression' ? list.callee : null
  const name = list?.type === 'Identifier' ? list.name : from?.object.type === 'Identifier' ? from.object.name : ''
  const init = constantOf(choice.scope, name)?.node.init
  return init?.type === 'ArrayExpression' ? init.elements.length : null
}

/** A time-out of the program's own, that comes with the call: a caller's patience aborts, and nothing waits for it to pass. */
const isPatience = (path: NodePath): boolean => {
  const call = callOf(path)
  const [, time] = call?.node.arguments ?? []
  if (time?.type !== 'Identifier' || path.scope.getBinding(time.name)?.kind !== 'param') return false
  return /^setTimeout\(\(\) => \w+\.abort\(.*\), \w+Ms\)$/s.test(call?.toString() ?? '')
}
