// What `crosswire dispatcher` can be told, in one list: the command line, the spawned process and the help read it.
import { parseArgs } from 'node:util'
import type { DispatcherAddress, DispatcherSpec, ToolSpec } from '../../core/dispatcher-spec.js'
import { HarnessError } from '../../core/errors.js'
import { checkSpec } from '../../dispatchers/check-spec.js'
import { parseDelay } from '../../dispatchers/delay-profiles.js'
import { parseFault } from '../../dispatchers/faults.js'
import { parseTool } from './parse-tool.js'

export interface DispatcherOption {
  /** As a command line shows it: `--uds <path>`. */
  readonly flag: string
  readonly says: string
  /** May be given several times; the values come as a list. */
  readonly many?: true
  /** Not in the help: for the process that spawns the dispatcher. */
  readonly hidden?: true
}

export const dispatcherOptions: readonly DispatcherOption[] = [
  { flag: '--uds <path>', says: 'listen on a unix socket' },
  { flag: '--tcp <address>', says: 'listen on [HOST:]PORT; host 127.0.0.1 by default, port 0 is any free one' },
  { flag: '--file <dir>', says: 'serve request files in a directory' },
  {
    flag: '--tool <name=kind>',
    says: 'a tool: echo, reject[:MESSAGE], constant:JSON or table:BY:JSON; default terminal=echo',
    many: true,
  },
  { flag: '--allow <names>', says: 'tools that may be called, separated by commas; default all', many: true },
  { flag: '--delay <profile>', says: 'constant:50, uniform:0..50, exponential:20, bimodal:5,200, never or oneOf:5,10,never' },
  { flag: '--tool-delay <name=profile>', says: 'the delay of one tool', many: true },
  { flag: '--seed <number>', says: 'seed of delays and faults, below 2^32; default 0' },
  { flag: '--service <order>', says: 'fifo (default): one request at a time on a connection; concurrent: answers when ready' },
  { flag: '--connections <how-many>', says: 'many (default), one: a second connection is left unaccepted, or one-at-a-time' },
  {
    flag: '--fault <fault>',
    says: 'drop, duplicate, error, garble, disconnect, half-open or crash; drop:TOOL*3 for one tool, three times at most',
    many: true,
  },
  { flag: '--protocol <name>', says: 'json (default): a line of JSON for each message; resp: what Redis speaks' },
  { flag: '--answers <form>', says: 'json (default), or json-in-string: clients decode twice' },
  {
    flag: '--spec <json>',
    says: 'the whole description as JSON in the place of the flags above; - is the first line of stdin, with which it then ends',
  },
  {
    flag: '--scenario <name>',
    says: 'the dispatcher of a scenario, in the place of the flags above: a name, or a file that exports one',
  },
  { flag: '--variant <name>', says: 'a variant of that scenario; default the first one' },
  { flag: '--events', says: 'print what the dispatcher records, a line of JSON for each event, after the ready line' },
  { flag: '--until-stdin-ends', says: 'end when stdin does' },
  {
    flag: '--hold <ms>',
    says: 'keep answers back until the order is met that comes on stdin, for so long at most in all',
    hidden: true,
  },
  { flag: '--talk-to <fd>', says: 'where to print in the place of stdout, which tools may use', hidden: true },
  { flag: '--clock-zero <ms>', says: 'where the clock of the events begins, in monotonic ms', hidden: true },
  { flag: '--parent <pid>', says: 'end when this is no longer the parent process', hidden: true },
  { flag: '--remove-dir <dir>', says: 'remove this directory at the end', hidden: true },
]

/** The options as commander and `parseDispatcherArgs` give them. */
export interface DispatcherCommandOptions {
  readonly uds?: string
  readonly tcp?: string
  readonly file?: string
  readonly tool?: readonly string[]
  readonly allow?: readonly string[]
  readonly delay?: string
  readonly toolDelay?: readonly string[]
  readonly seed?: string | number
  readonly service?: string
  readonly connections?: string
  readonly fault?: readonly string[]
  readonly protocol?: string
  readonly answers?: string
  readonly spec?: string
  readonly scenario?: string
  readonly variant?: string
  readonly events?: boolean
  readonly untilStdinEnds?: boolean
  readonly hold?: string | number
  readonly talkTo?: string | number
  readonly clockZero?: string | number
  readonly parent?: string | number
  readonly removeDir?: string
}

/** Reads a command line without a command-line library. Throws `BAD_OPTION`. */
export const parseDispatcherArgs = (args: readonly string[]): DispatcherCommandOptions => {
  const known = dispatcherOptions.map(({ flag, many }) => {
    const [name = '', value] = flag.slice(2).split(' ')
    return [name, { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: many === true }] as const
  })
  try {
    const { values } = parseArgs({ args: [...args], options: Object.fromEntries(known) })
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [camelCase(name), value]))
  } catch (error) {
    throw new HarnessError('BAD_OPTION', (error as Error).message)
  }
}

const camelCase = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The description that the options come to; `specText` is the JSON behind `--spec`. Throws `BAD_OPTION`. */
export const specOf = (options: DispatcherCommandOptions, specText: string | undefined): DispatcherSpec => {
  const spec = specText === undefined ? fromFlags(options) : fromJson(specText)
  checkSpec({ ...spec, transport: placeOf(options).transport })
  return spec
}

const fromFlags = (options: DispatcherCommandOptions): DispatcherSpec => {
  const { tool = ['terminal=echo'], allow = [], delay, toolDelay = [], fault = [] } = options
  const service = oneOf('--service', options.service, ['fifo', 'concurrent'])
  const connections = oneOf('--connections', options.connections, ['one', 'one-at-a-time', 'many'])
  const protocol = oneOf('--protocol', options.protocol, ['json', 'resp'])
  const answers = oneOf('--answers', options.answers, ['json', 'json-in-string'])
  const delays = toolDelay.map((text) => named('--tool-delay', text)).map(([name, profile]) => [name, parseDelay(profile)])
  return {
    tools: Object.fromEntries(
      tool.map((text) => named('--tool', text)).map(([name, kind]): [string, ToolSpec] => [name, parseTool(kind)]),
    ),
    ...(allow.length === 0 ? {} : { allow: allow.flatMap((names) => names.split(',')) }),
    ...(delay === undefined ? {} : { delay: parseDelay(delay) }),
    ...(delays.length === 0 ? {} : { delays: Object.fromEntries(delays) }),
    ...(fault.length === 0 ? {} : { faults: fault.map(parseFault) }),
    ...(service === undefined ? {} : { service }),
    ...(connections === undefined ? {} : { connections }),
    ...(protocol === undefined ? {} : { protocol }),
    ...(answers === undefined ? {} : { answers }),
  }
}

const fromJson = (text: string): DispatcherSpec => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw bad('--spec is not JSON', (error as Error).message, 'a dispatcher description')
  }
}

/** The flags that describe a dispatcher, each by its name among the options. */
const DESCRIPTIONS = [
  ...(['tool', 'allow', 'delay', 'toolDelay', 'service', 'connections', 'fault', 'protocol', 'answers'] as const),
  ...(['spec', 'scenario'] as const),
]

/** Throws `BAD_OPTION` where a dispatcher is described twice: what one of both says would count for nothing. */
export const checkOneDescription = (options: DispatcherCommandOptions): void => {
  const whole = options.scenario !== undefined ? 'scenario' : options.spec !== undefined ? 'spec' : null
  const other = whole === null ? undefined : DESCRIPTIONS.find((name) => name !== whole && options[name] !== undefined)
  if (other !== undefined)
    throw bad(`--${whole} describes the whole dispatcher`, flagOf(other), `no other flag that describes it`)
  if (options.variant !== undefined && whole !== 'scenario')
    throw bad('--variant is one of a scenario', 'no --scenario', '--scenario NAME')
}

const flagOf = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Where it is to listen. Throws `BAD_OPTION` unless exactly one place is named. */
export const placeOf = ({ uds, tcp, file }: DispatcherCommandOptions): DispatcherAddress => {
  const places: DispatcherAddress[] = []
  if (uds !== undefined) places.push({ transport: 'uds', path: uds })
  if (tcp !== undefined) places.push(tcpPlace(tcp))
  if (file !== undefined) places.push({ transport: 'file', dir: file })
  const [place] = places
  if (place === undefined || places.length > 1) {
    throw bad(
      'a dispatcher listens at one place',
      places.length === 0 ? 'none' : 'several',
      '--uds PATH, --tcp [HOST:]PORT or --file DIR',
    )
  }
  return place
}

const tcpPlace = (text: string): DispatcherAddress => {
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
  if (port === undefined || Number(port) > 65_535) throw bad('--tcp is no address', text, '[HOST:]PORT')
  return { transport: 'tcp', host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

export const seedOf = ({ seed = 0 }: DispatcherCommandOptions): number => {
  const number = seed === '' ? Number.NaN : Number(seed)
  if (number !== number >>> 0) throw bad('--seed is no seed', String(seed), 'a whole number from 0 below 2^32')
  return number
}

const named = (flag: string, text: string): [string, string] => {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw bad(`${flag} needs a name and a value`, text, 'NAME=VALUE')
  return [name, value]
}

const oneOf = <T extends string>(flag: string, value: string | undefined, known: readonly T[]): T | undefined => {
  if (value === undefined) return undefined
  const found = known.find((one) => one === value)
  if (found === undefined) throw bad(`${flag} is unknown`, value, known.join(' or '))
  return found
}

const bad = (message: string, found: string, expected: string): HarnessError =>
  new HarnessError('BAD_OPTION', message, { found, expected })
