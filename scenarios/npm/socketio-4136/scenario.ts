// Scenario: guests come to a room of socket.io that is made for the first of them, while it is still asked whether they may.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { type Controls, callers, noLeaks, oneObjectPerKey, ownResponse, scenario } from '../../../harness/index.js'
import { type Entered, emptyStores, enter, openRooms, type SocketIoPackage } from './rooms.js'

const ROOMS = ['/hall', '/garden']
const DELAYS_MS = [10, 0, 50]

/** The types of the package cannot be found under its other names. */
const load = (name: string): Promise<SocketIoPackage> => import(name)

/** Whoever keeps the list of guests answers after a while; how long is up to the schedule. */
const askList = (controls: Controls) => async (): Promise<boolean> => {
  const index = controls.choose(
    'delay',
    'may enter',
    DELAYS_MS.map((ms) => `${ms} ms`),
  )
  await sleep(DELAYS_MS[index])
  return true
}

export default scenario({
  name: 'npm/socketio-4136',
  story:
    'Two guests come to a room while it is asked whether they may: there are two rooms of one name, and one of them hears nothing.',
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 1 },
    operations: { enter: (token, draw) => ({ room: ROOMS[draw % ROOMS.length] ?? '', guest: token }) },
  }),
  variants: {
    faulty: () => load('socket.io-faulty'),
    fixed: () => load('socket.io-fixed'),
  },
  reset: emptyStores,
  async open(socketIo, { controls }) {
    const clients: Socket[] = []
    return { rooms: await openRooms(socketIo, askList(controls)), clients }
  },
  async perform({ rooms: { url }, clients }, { token, input }) {
    clients.push(await enter(`${url}${(input as { readonly room: string }).room}`, token))
  },
  observe: ({ rooms }) => rooms.entered,
  close({ rooms, clients }) {
    for (const client of clients) client.disconnect()
    rooms.close()
  },
  oracles: [
    oneObjectPerKey({
      what: 'namespace',
      held: ({ observed }) =>
        ((observed as readonly Entered[] | undefined) ?? []).map(({ guest, room, object }) => ({ key: room, object, by: guest })),
    }),
    // Every guest may enter.
    ownResponse({ match: (output) => output === undefined }),
    noLeaks(),
  ],
  expect: { faulty: 'one-object-per-key', fixed: 'pass' },
  races: [
    {
      id: 'two-namespaces',
      oracle: 'one-object-per-key',
      symptom: 'two-objects',
      says: 'a room has two namespaces, and whoever is in one of them hears nothing of what is said in the other',
    },
  ],
})
