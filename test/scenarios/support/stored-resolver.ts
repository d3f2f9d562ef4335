// Whether a promise can be settled by whoever likes: a function of its executor is kept beyond it.
import type { Node, NodePath } from '@babel/traverse'

type Of<Type extends Node['type']> = Extract<Node, { readonly type: Type }>

/** Of lists, sets and maps: what they are given they keep. */
const KEEPS = ['push', 'unshift', 'splice', 'concat', 'add', 'append', 'enqueue']
/** Of whoever wakes the subject by a signal of its own: no socket and no file is behind it. */
const WAKES = ['addEventListener']

/** `promise`: `new Promise(...)`. What settles it from an ordinary callback (`listen`, `once`, a request's) is its own business. */
export const isStored = (promise: NodePath<Of<'NewExpression'>>): boolean => {
  const [executor] = promise.get('arguments')
  // One that is made elsewhere may do anything.
  if (!executor?.isFunction()) return executor !== undefined
  return executor.get('params').some((param) => {
    if (!param.isIdentifier()) return true
    return isKeptAnywhere(executor.scope.getBinding(param.node.name)?.referencePaths ?? [], executor)
  })
}

const isKeptAnywhere = (references: readonly NodePath[], executor: NodePath): boolean =>
  references.some((reference) => isKept(reference, executor))

/** From where it is named outwards to the executor: a function that calls it is as good as itself. */
const isKept = (path: NodePath, executor: NodePath): boolean => {
  for (let inner = path; inner.parentPath !== null && inner !== executor; inner = inner.parentPath) {
    const outer = inner.parentPath
    // What it does with the values that it is called with is not the same as keeping it.
    if (outer.isCallExpression() && inner.key === 'callee') continue
    if (isKeptBy(outer, inner, executor)) return true
  }
  return false
}

const isKeptBy = (outer: NodePath, inner: NodePath, executor: NodePath): boolean => {
  const isHandedOn = inner.isIdentifier() || inner.isFunction()
  if (!isHandedOn) return false
  if (outer.isAssignmentExpression() && inner.key === 'right') return true
  if (outer.isObjectProperty() || outer.isArrayExpression() || outer.isReturnStatement()) return true
  if (outer.isVariableDeclarator() && outer.node.id.type === 'Identifier') {
    return isKeptAnywhere(outer.scope.getBinding(outer.node.id.name)?.referencePaths ?? [], executor)
  }
  return outer.isCallExpression() && inner.listKey === 'arguments' && keeps(outer)
}

const keeps = ({ node: { callee, arguments: given }, scope }: NodePath<Of<'CallExpression'>>): boolean => {
  if (callee.type === 'Identifier') return isOwnFunction(scope.getBinding(callee.name)?.path)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  const { name } = callee.property
  // A map's has two arguments; with a callback behind them it is a store's.
  return [...KEEPS, ...WAKES].includes(name) || (name === 'set' && given.length === 2)
}

/** A function of the same file keeps what it likes. */
const isOwnFunction = (path: NodePath | undefined): boolean =>
  path?.isFunctionDeclaration() === true || (path?.isVariableDeclarator() === true && path.get('init').isFunction())
