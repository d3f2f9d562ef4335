// What an assistant remembers: a server that it starts as a child program and asks over standard streams.
import type { Locks } from '../../support/locks.js'

interface Client {
  connect(transport: unknown): Promise<void>
  callTool(call: {
    name: string
    arguments: Record<string, unknown>
  }): Promise<{ readonly isError?: boolean; readonly content: unknown }>
  close(): Promise<void>
}

/** What the assistant needs of the SDK. */
export interface McpClientPackage {
  readonly Client: new (info: { name: string; version: string }) => Client
  readonly StdioClientTransport: new (server: { command: string; env: Record<string, string>; stderr: 'ignore' }) => unknown
}

export interface Memory {
  remember(name: string): Promise<void>
  /** The names of all that is remembered. */
  names(): Promise<readonly string[]>
  close(): Promise<void>
}

/** The name of the server's program. */
export const COMMAND = 'mcp-server-memory'

/** `locks`: asks one thing after the other; without them, as things come. */
export const openMemory = async (sdk: McpClientPackage, file: string, locks: Locks | null): Promise<Memory> => {
  const client = new sdk.Client({ name: 'assistant', version: '1.0.0' })
  const env = { PATH: process.env.PATH ?? '', MEMORY_FILE_PATH: file }
  await client.connect(new sdk.StdioClientTransport({ command: COMMAND, env, stderr: 'ignore' }))
  const ask = async (name: string, input: Record<string, unknown>): Promise<string> => {
    const { isError, content } = await client.callTool({ name, arguments: input })
    const [{ text = '' } = {}] = content as { text?: string }[]
    if (isError) throw new Error(text)
    return text
  }
  const create = (name: string) => ask('create_entities', { entities: [{ name, entityType: 'fact', observations: [] }] })
  return {
    async remember(name) {
      await (locks === null ? create(name) : locks.alone('the memory', () => create(name)))
    },
    async names() {
      const { entities } = JSON.parse(await ask('read_graph', {})) as { readonly entities: readonly { readonly name: string }[] }
      return entities.map(({ name }) => name)
    },
    close: () => client.close(),
  }
}
