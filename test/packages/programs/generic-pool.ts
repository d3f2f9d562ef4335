// generic-pool: three callers borrow from a pool of two connections, made and closed in their own time, and thrown away while idle.
import { strict as assert } from 'node:assert'
import { createPool } from 'generic-pool'
import type { PackageProgram } from '../tour.js'

const OPERATIONS = 3
const MOST = 2

interface Connection {
  readonly id: number
  /** Who asks at this moment. */
  asking: string | null
  open: boolean
}

export const program: PackageProgram = {
  name: 'generic-pool',
  async body({ together, call, slow, pause }) {
    let made = 0
    const open = new Set<Connection>()
    const factory = {
      create: slow(async (): Promise<Connection> => {
        const connection = { id: ++made, asking: null, open: true }
        open.add(connection)
        return connection
      }),
      destroy: slow(async (connection: Connection): Promise<void> => {
        connection.open = false
        open.delete(connection)
      }),
      validate: slow(async ({ open }: Connection) => open),
    }
    const pool = createPool(factory, {
      max: MOST,
      testOnBorrow: true,
      evictionRunIntervalMillis: 20,
      idleTimeoutMillis: 5,
      acquireTimeoutMillis: 60_000,
    })
    const ask = async (connection: Connection, token: string): Promise<string> => {
      assert.deepEqual(
        [connection.asking, connection.open],
        [null, true],
        'a borrowed connection is open, and nobody else has it',
      )
      connection.asking = token
      await pause('asking')
      const answer = `answer to ${connection.asking}`
      connection.asking = null
      return answer
    }

    const caller = (name: string) => async () => {
      for (let i = 0; i < OPERATIONS; i++) {
        await call(name, 'ask', (token) => pool.use((connection) => ask(connection, token)))
        await pause('thinking')
      }
    }
    await together({ ann: caller('ann'), bob: caller('bob'), cat: caller('cat') })

    await pool.drain()
    await pool.clear()
    assert.deepEqual([pool.size, pool.borrowed, open.size], [0, 0, 0])
  },
}
