// The rooms over real websockets: one guest after the other in both versions, and two while it is asked whether they may enter.
import { afterEach, expect, test } from 'vitest'
import { enter, openRooms, type Rooms, type SocketIoPackage } from '../../../scenarios/npm/socketio-4136/rooms.js'
import { createGate } from '../support/gate.js'

const versions = { '4.3.1': 'socket.io-faulty', '4.3.2': 'socket.io-fixed' }

const cleanups: (() => unknown)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

const open = async (version: keyof typeof versions, ask: () => Promise<void>): Promise<Rooms> => {
  const socketIo: SocketIoPackage = await import(versions[version])
  const rooms = await openRooms(socketIo, async () => {
    await ask()
    return true
  })
  cleanups.push(rooms.close)
  return rooms
}

const come = async ({ url }: Rooms, guest: string, room: string): Promise<void> => {
  const client = await enter(`${url}${room}`, guest)
  cleanups.push(() => client.disconnect())
}

const objects = ({ entered }: Rooms): number[] => entered.map(({ object }) => object)

test.each(['4.3.1', '4.3.2'] as const)(
  '%s has one namespace for each room, where one guest comes after the other',
  async (version) => {
    const rooms = await open(version, async () => {})
    await come(rooms, 'ann', '/hall')
    await come(rooms, 'bob', '/garden')
    await come(rooms, 'cat', '/hall')
    expect(objects(rooms)).toEqual([1, 2, 1])
  },
)

test.each([
  ['4.3.1', [1, 2]],
  ['4.3.2', [1, 1]],
] as const)('%s: guests who come while it is asked whether they may are in %o', async (version, numbers) => {
  const asking = createGate()
  const rooms = await open(version, asking.wait)
  const both = ['ann', 'bob'].map((guest) => come(rooms, guest, '/hall'))
  await asking.reached(2)
  asking.open()
  await Promise.all(both)
  expect(objects(rooms)).toEqual(numbers)
})
