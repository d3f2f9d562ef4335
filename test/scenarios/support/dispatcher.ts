// The mock dispatcher over real sockets and real files, for tests that run the scenarios' clients as their users would.
import type { DispatcherAddress, DispatcherSpec } from '../../../harness/core/dispatcher-spec.js'
import type { HistoryEvent } from '../../../harness/core/history.js'
import { serveDispatcher } from '../../../harness/dispatchers/serve-dispatcher.js'
import { folder } from './peer.js'

export interface RealDispatcher<Address> {
  readonly address: Address
  /** What the dispatcher itself recorded. */
  readonly events: readonly Omit<HistoryEvent, 'n' | 'atMs' | 'step'>[]
  close(): Promise<void>
}

type AddressOf<Transport> = Extract<DispatcherAddress, { transport: Transport }>

const listenAt = <Transport extends 'uds' | 'file'>(transport: Transport, dir: string): AddressOf<Transport> =>
  (transport === 'uds' ? { transport, path: `${dir}/dispatcher.sock` } : { transport, dir }) as AddressOf<Transport>

/** Serves `spec`; delays are the first of their profile, faults are those that `strikes` says yes to. */
export const startDispatcher = async <Transport extends 'uds' | 'file'>(
  transport: Transport,
  spec: DispatcherSpec,
  strikes: (what: string) => boolean = () => false,
): Promise<RealDispatcher<AddressOf<Transport>>> => {
  const { dir, remove } = folder()
  const address = listenAt(transport, dir)
  const events: Omit<HistoryEvent, 'n' | 'atMs' | 'step'>[] = []
  let calls = 0
  const running = await serveDispatcher(spec, {
    decide: (kind, what) => (kind === 'fault' && strikes(what) ? 1 : 0),
    recorder: { record: (event) => void events.push(event), nextCall: () => calls++ },
    listenAt: address,
  })
  return {
    address,
    events,
    async close() {
      await running.close()
      remove()
    },
  }
}
