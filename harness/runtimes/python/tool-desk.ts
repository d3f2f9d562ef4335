// The tools of a dispatcher that are functions: they stay in this process, and Python asks them in the middle of an execution.
import type { DispatcherSpec, ToolFunction, ToolSpec } from '../../core/dispatcher-spec.js'
import { askTool } from '../../dispatchers/tools.js'
import type { PlainDispatcher, PythonAnswer, PythonQuestion } from './messages.js'

export interface ToolDesk {
  /** As it crosses. */
  readonly spec: PlainDispatcher
  /** Rejects with `TOOL_NOT_IMMEDIATE`. */
  answer(question: PythonQuestion): Promise<PythonAnswer>
}

type Tools = Readonly<Record<string, ToolSpec>>

export const createToolDesk = ({ tools, ...rest }: Partial<DispatcherSpec>): ToolDesk => {
  const make = (): Tools => (typeof tools === 'function' ? tools() : (tools ?? {}))
  let made: Tools = make()
  return {
    spec: tools === undefined ? rest : { ...rest, tools: Object.fromEntries(Object.entries(made).map(asData)) },
    async answer({ tool, args, seq, connection, fresh }) {
      if (fresh) made = make()
      const asked = made[tool] as ToolFunction
      // Nothing turns here while a tool is asked: whatever it awaits has to be there within one drain.
      return askTool(tool, asked, args, { seq, connection }, () => 0)
    },
  }
}

const asData = ([name, tool]: [string, ToolSpec]) =>
  [name, typeof tool === 'function' ? ({ tool: 'function' } as const) : tool] as const
