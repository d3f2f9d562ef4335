// Where the service or the store of a scenario listens, for clients that know unix sockets only.
import type { Surroundings } from '../../harness/index.js'

export const addressOf = (dispatcher: Surroundings['dispatcher']): { readonly path: string } => {
  if (dispatcher?.address.transport !== 'uds') throw new TypeError('this client knows unix sockets only')
  return { path: dispatcher.address.path }
}
