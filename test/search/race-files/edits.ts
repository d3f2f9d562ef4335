// Edits that a person makes to code without meaning its behaviour, made by a machine: where they go is told by the syntax tree.
import { type ParserOptions, parse } from '@babel/parser'
import traverseModule, { type Binding, type NodePath } from '@babel/traverse'
import MagicString from 'magic-string'

type Syntax = ReturnType<typeof parse>
type Node = NodePath['node']

/** Makes one edit at a time: how many places there are for it, and the text after the one at a place. */
export interface Edits {
  readonly places: number
  at(place: number): string
}

type Traverse = typeof traverseModule.default

/** CommonJS, whose default export is a property of what some loaders give. */
const traverse = (traverseModule.default ?? traverseModule) as Traverse

const PARSER: ParserOptions = { sourceType: 'module', plugins: ['typescript'] }

type Edit = (text: MagicString, source: string) => void

const edits = (source: string, found: readonly Edit[]): Edits => ({
  places: found.length,
  at(place) {
    const text = new MagicString(source)
    ;(found[place] as Edit)(text, source)
    return text.toString()
  },
})

/** Three lines before a statement: everything behind it moves down. */
const comment = (source: string): Edits =>
  edits(
    source,
    statementsIn(parse(source, PARSER)).map(
      ({ start }) =>
        (text) =>
          text.appendLeft(start, '// A remark\n// of several\n// lines.\n'),
    ),
  )

/** A variable or parameter of a function gets another name, wherever it is used. */
const rename = (source: string): Edits =>
  edits(
    source,
    bindingsIn(parse(source, PARSER)).map((binding) => (text) => renameIn(text, binding)),
  )

const renameIn = (text: MagicString, binding: Binding): void => {
  const { name } = binding.identifier
  const uses = [binding.identifier, ...binding.referencePaths.map(({ node }) => node)]
  const short = shorthands(binding)
  for (const start of new Set(uses.map(startOf))) {
    text.overwrite(start, start + name.length, short.has(start) ? `${name}: ${name}Renamed` : `${name}Renamed`)
  }
}

/** `{ path }` says the name of a property as well, which stays. */
const shorthands = (binding: Binding): Set<number> => {
  const starts = new Set<number>()
  binding.scope.path.traverse({
    ObjectProperty: ({ node }) => {
      if (node.shorthand) starts.add(startOf(node.key))
    },
  })
  return starts
}

/** What is awaited, or what a short function returns, is done by a function of its own. */
const helper = (source: string): Edits => {
  const { awaited, returned } = callsIn(parse(source, PARSER))
  const asynchronous = '\nasync function extracted<T>(work: () => T | Promise<T>): Promise<T> {\n  return await work()\n}\n'
  const plain = '\nfunction extracted<T>(work: () => T): T {\n  return work()\n}\n'
  const [found, definition] = awaited.length > 0 ? [awaited, asynchronous] : [returned, plain]
  return edits(
    source,
    found.map(({ start, end }) => (text) => {
      text.appendLeft(start, 'extracted(() => ').appendRight(end, ')').append(definition)
    }),
  )
}

/** A statement that has nothing to do with the others. */
const statement = (source: string): Edits =>
  edits(
    source,
    heads(source, () => true, 'void JSON.stringify({ seen: [1, 2, 3] })'),
  )

/** Somebody waits a turn of the loop in between. Where nothing is asynchronous, what a short function returns comes a turn later. */
const addedAwait = (source: string): Edits => {
  const wait = 'await new Promise((resolve) => setImmediate(resolve))'
  const inAsync = heads(source, ({ async }) => async, wait)
  if (inAsync.length > 0) return edits(source, inAsync)
  const { returned } = callsIn(parse(source, PARSER))
  return edits(
    source,
    returned.map(({ start, end, of }) => (text) => {
      text.appendLeft(startOf(of), 'async ').appendLeft(start, `{\n${wait}\nreturn `).appendRight(end, '\n}')
    }),
  )
}

/** By kind, each for the text of a module. */
export const EDITS: Readonly<Record<'comment' | 'rename' | 'helper' | 'statement' | 'await', (source: string) => Edits>> = {
  comment,
  rename,
  helper,
  statement,
  await: addedAwait,
}

export type EditKind = keyof typeof EDITS

interface Span {
  readonly start: number
  readonly end: number
}

const startOf = ({ start }: Node): number => start as number
const spanOf = ({ start, end }: Node): Span => ({ start: start as number, end: end as number })

/** Before each statement of each function with a body. */
const heads = (source: string, isMeant: (of: { async: boolean }) => boolean, line: string): Edit[] =>
  statementsIn(parse(source, PARSER), isMeant).map(
    ({ start }) =>
      (text) =>
        text.appendLeft(start, `${line}\n`),
  )

const statementsIn = (syntax: Syntax, isMeant: (of: { async: boolean }) => boolean = () => true): Span[] => {
  const found: Span[] = []
  traverse(syntax, {
    Function: ({ node }) => {
      if (node.body.type !== 'BlockStatement' || ('kind' in node && node.kind === 'constructor')) return
      if (isMeant({ async: node.async === true })) found.push(...node.body.body.map(spanOf))
    },
  })
  return found.sort((a, b) => a.start - b.start)
}

const bindingsIn = (syntax: Syntax): Binding[] => {
  const found: Binding[] = []
  traverse(syntax, {
    Scope: ({ scope }) => {
      if (scope.path.isProgram()) return
      for (const binding of Object.values(scope.bindings)) {
        if (binding.constant && ['const', 'let', 'param'].includes(binding.kind) && isPlain(binding)) found.push(binding)
      }
    },
  })
  return found.sort((a, b) => startOf(a.identifier) - startOf(b.identifier))
}

/** Written once, as a name and nothing else; fields of a constructor's parameters are more. */
const isPlain = ({ identifier, path }: Binding): boolean => !path.isTSParameterProperty() && (identifier.end ?? 0) > 0

interface Call extends Span {
  /** The function that it is the body of. */
  readonly of: Node
}

/** Calls that are awaited, and those that are all that a short function does. Whatever awaits something inside stays as it is. */
const callsIn = (syntax: Syntax): { awaited: Span[]; returned: Call[] } => {
  const awaited: Span[] = []
  const returned: Call[] = []
  traverse(syntax, {
    AwaitExpression: ({ node }) => {
      if (node.argument.type === 'CallExpression' && !holdsAwait(node.argument)) awaited.push(spanOf(node.argument))
    },
    ArrowFunctionExpression: ({ node }) => {
      if (node.body.type === 'CallExpression' && !node.async) returned.push({ ...spanOf(node.body), of: node })
    },
  })
  return { awaited, returned }
}

const holdsAwait = (node: Node): boolean => {
  let holds = false
  traverse.cheap(node, (inner) => {
    if (inner.type === 'AwaitExpression') holds = true
  })
  return holds
}
