// Scripts over message ports. Every order in them is one that Node guarantees.
import { type MessagePort as Port, receiveMessageOnPort } from 'node:worker_threads'
import type { Script } from '../both.js'

/** Node's types lag behind its ports. */
type TestedPort = Omit<Port, 'close'> & { close(callback?: () => void): void; hasRef(): boolean }

const pair = (): [TestedPort, TestedPort] => {
  const { port1, port2 } = new MessageChannel()
  return [port1 as TestedPort, port2 as TestedPort]
}

/** So many turns of the loop: whatever a port has to say has been said by then. */
const turns = async (count = 10): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** Both ends with their names, telling messages (where they listen) and closings. */
const told = (say: (event: string) => void, listening: 'both' | 'first' | 'none' = 'both'): [TestedPort, TestedPort] => {
  const ports = pair()
  for (const [index, port] of ports.entries()) {
    const name = `port${index + 1}`
    if (listening === 'both' || (listening === 'first' && index === 0))
      port.on('message', (message) => say(`${name}: ${message}`))
    port.on('close', () => say(`${name} closed`))
  }
  return ports
}

export const scripts: Readonly<Record<string, Script>> = {
  'messages come in their order, each way, before the closing that follows them': async (say) => {
    const [one, two] = told(say)
    for (const message of ['a', 'b', 'c']) one.postMessage(message)
    one.close()
    await turns()
    two.close()
  },

  'what was on its way to a port that closes is lost': async (say) => {
    const [one, two] = told(say)
    two.postMessage('lost')
    one.close()
    one.postMessage('lost too')
    two.postMessage('lost as well')
    await turns()
  },

  'a port that is not started keeps its messages, and its closing behind them': async (say) => {
    const [one, two] = told(say, 'first')
    one.postMessage('kept')
    one.close()
    await turns()
    say('listen')
    two.on('message', (message) => say(`port2: ${message}`))
    await turns()
  },

  'a port without listeners closes with the other one': async (say) => {
    const [one] = told(say, 'none')
    one.close()
    await turns()
  },

  'a port that closes itself in its listener delivers what has come with that message': async (say) => {
    const [one, two] = told(say, 'first')
    two.on('message', (message) => {
      say(`port2: ${message}`)
      two.close()
    })
    one.postMessage('a')
    one.postMessage('b')
    await turns()
  },

  'ticks and promises run between two messages, immediates after all of them, even those posted meanwhile': async (say) => {
    const [one, two] = pair()
    two.on('message', (message) => {
      say(message)
      Promise.resolve().then(() => say(`${message} promise`))
      process.nextTick(() => say(`${message} tick`))
      setImmediate(() => say(`${message} immediate`))
      if (message === 'a') one.postMessage('c')
    })
    one.postMessage('a')
    one.postMessage('b')
    await turns()
    two.close()
  },

  'a message that is posted in a microtask of the last one comes before the immediates': async (say) => {
    const [one, two] = pair()
    two.on('message', (message) => {
      say(message)
      setImmediate(() => say(`${message} immediate`))
      if (message === 'a') Promise.resolve().then(() => one.postMessage('b'))
    })
    one.postMessage('a')
    await turns()
    two.close()
  },

  'ports are served in the order of their creation, not of the messages': async (say) => {
    const ports = [pair(), pair(), pair()]
    for (const [index, [, two]] of ports.entries()) two.on('message', (message) => say(`${index}: ${message}`))
    for (const index of [2, 0, 1, 0]) ports[index]?.[0].postMessage(`from ${index}`)
    await turns()
    for (const [one] of ports) one.close()
  },

  'a message posted by a timer or an immediate comes before the immediates of the next turn': async (say) => {
    const [one, two] = pair()
    two.on('message', say)
    await new Promise<void>((resolve) => {
      setImmediate(() => {
        one.postMessage('from immediate')
        setImmediate(() => {
          say('next immediate')
          resolve()
        })
      })
    })
    await new Promise<void>((resolve) => {
      setTimeout(() => {
        setImmediate(() => {
          say('immediate of timer')
          resolve()
        })
        one.postMessage('from timer')
      }, 1)
    })
    two.close()
  },

  'both faces see their kind of event': async (say) => {
    const [one, two] = pair()
    const see = (face: string) => (event: MessageEvent) =>
      say(
        `${face} ${event.constructor.name} ${event.type} ${event.data} ${event.target === two} ${event.ports.length} ${event.isTrusted}`,
      )
    const target = two as unknown as EventTarget & { onmessage: unknown }
    target.onmessage = see('onmessage')
    target.addEventListener('message', see('listener') as never)
    target.addEventListener('message', { handleEvent: see('object') } as never)
    two.on('message', (value) => say(`on ${value}`))
    two.once('message', (value) => say(`once ${value}`))
    const removed = () => say('removed')
    two.on('message', removed)
    two.off('message', removed)
    one.postMessage('x')
    one.postMessage('y')
    await turns()
    target.onmessage = null
    one.postMessage('z')
    await turns()
    one.close(() => say('callback'))
    ;(one as unknown as EventTarget).addEventListener('close', (event) => say(`${event.constructor.name} ${event.type}`))
    await turns()
    one.close()
  },

  'hasRef follows listeners, ref and unref': async (say) => {
    const [one, two] = pair()
    const tell = () => say(`${one.hasRef()}`)
    const listener = () => {}
    tell()
    one.on('message', listener)
    tell()
    one.unref()
    tell()
    one.off('message', listener)
    one.once('message', listener)
    tell()
    two.postMessage('x')
    await turns()
    tell()
    one.ref()
    tell()
    one.close()
    await turns()
    tell()
  },

  'receiveMessageOnPort takes without waiting, and what it took is not delivered': async (say) => {
    const [one, two] = pair()
    one.postMessage(1)
    one.postMessage({ two: [2] })
    say(JSON.stringify([receiveMessageOnPort(two), receiveMessageOnPort(two)]))
    say(String(receiveMessageOnPort(two)))
    two.on('message', (message) => say(`late ${message}`))
    one.postMessage('taken')
    receiveMessageOnPort(two)
    one.postMessage('left')
    await turns()
    one.close()
    await turns()
    try {
      receiveMessageOnPort({} as never)
    } catch (error) {
      say((error as { code: string }).code)
    }
  },

  'messages are structured clones': async (say) => {
    const [one, two] = pair()
    two.on('message', (m) => {
      say(
        [
          m.self === m,
          m.map.get('k').getTime(),
          [...m.set],
          m.buffer.byteLength,
          m.error.message,
          m.own === undefined,
          m.big,
        ].join(),
      )
      m.list.push('changed')
    })
    const buffer = new ArrayBuffer(8)
    const message: { list: string[]; self?: unknown; [key: string]: unknown } = {
      map: new Map([['k', new Date(5)]]),
      set: new Set([1, 2]),
      buffer,
      error: new RangeError('far'),
      big: 10n,
      list: ['a'],
    }
    message.self = message
    one.postMessage(message, [buffer])
    say(`${buffer.byteLength}`)
    await turns()
    say(`${message.list.length}`)
    one.close()
  },

  'a port that is transferred arrives as a new one, and talks to the old one’s peer': async (say) => {
    const [one, two] = pair()
    const [left, right] = pair()
    left.on('message', (message) => say(`left: ${message}`))
    left.on('close', () => say('left closed'))
    left.postMessage('before')
    ;(two as unknown as { onmessage: unknown }).onmessage = ({ data, ports }: MessageEvent) => {
      const arrived = data.nested[0].port as Port
      say([arrived === (ports[0] as unknown), arrived === right, arrived instanceof MessagePort, ports.length].join())
      arrived.on('message', (message) => {
        say(`arrived: ${message}`)
        if (message === 'end') arrived.close()
      })
      arrived.postMessage('hello')
      two.close()
    }
    one.postMessage({ nested: [{ port: right }] }, [right])
    right.postMessage('from a port that is gone')
    await turns()
    left.postMessage('end')
    await turns()
  },

  'what cannot be posted is refused by name': async (say) => {
    const [one, two] = pair()
    const [other] = pair()
    const attempts: unknown[][] = [
      [],
      [() => {}],
      [{ port: other }],
      [{ port: one }, [one]],
      [1, [other, other]],
      [1, 5],
      [1, { transfer: 5 }],
      [Symbol('x')],
    ]
    for (const args of attempts) {
      try {
        ;(one.postMessage as (...args: unknown[]) => void)(...args)
        say('posted')
      } catch (error) {
        say(`${(error as Error).name} ${(error as { code: unknown }).code}`)
      }
    }
    say(`${one instanceof MessagePort} ${one instanceof EventTarget} ${one.constructor.name}`)
    two.close()
    other.close()
    await turns()
  },

  'one that was posted and never listened to holds nobody up': async (say) => {
    const [one] = pair()
    one.postMessage('nobody')
    await turns()
    say('end')
    one.close()
  },
}
