// A line to the inspector of another thread of this process.
import { type NodeWorker, Session } from 'node:inspector'

export interface Inspected {
  /** `done` is called with the answer. */
  post(method: string, params?: object, done?: () => void): void
  // biome-ignore lint/suspicious/noExplicitAny: each event has parameters of its own
  on(event: string, listener: (params: any) => void): void
  /** It is no longer looked at: a thread that ends waits for whoever still looks. */
  leave(): void
  /** A thread that was paused goes on. */
  disconnect(): void
}

/** 0: the main thread. What is asked of another one before it has answered waits for it. To be called from any thread but these. */
export const connectTo = (threadId: number): Inspected => {
  const session = new Session()
  session.connectToMainThread()
  return threadId === 0 ? mainThread(session) : workerThread(session, threadId)
}

const mainThread = (session: Session): Inspected => ({
  post: (method, params, done) => session.post(method, params, done),
  on: (event, listener) => session.on(event, ({ params }: { params: unknown }) => listener(params)),
  leave: () => {},
  disconnect: () => session.disconnect(),
})

/** Threads are children of the main one, whose inspector passes on what is said to them. */
const workerThread = (session: Session, threadId: number): Inspected => {
  const listeners = new Map<string, (params: unknown) => void>()
  const answers = new Map<number, () => void>()
  const waiting: string[] = []
  let lastId = 0
  let child: string | null = null
  const send = (sessionId: string, message: string) => session.post('NodeWorker.sendMessageToWorker', { sessionId, message })
  const post: Inspected['post'] = (method, params, done) => {
    const id = ++lastId
    if (done !== undefined) answers.set(id, done)
    const message = JSON.stringify({ id, method, params })
    if (child === null) waiting.push(message)
    else send(child, message)
  }
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    if (!isThread(workerInfo, threadId)) return
    child = sessionId
    for (const message of waiting.splice(0)) send(sessionId, message)
  })
  session.on('NodeWorker.receivedMessageFromWorker', ({ params: { sessionId, message } }) => {
    if (sessionId !== child) return
    const { id, method, params } = JSON.parse(message) as { id?: number; method?: string; params?: unknown }
    if (method !== undefined) listeners.get(method)?.(params)
    else if (id !== undefined) answers.get(id)?.()
  })
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  return {
    post,
    on: (event, listener) => void listeners.set(event, listener),
    leave: () => {
      if (child !== null) session.post('NodeWorker.detach', { sessionId: child })
    },
    disconnect: () => {
      post('Debugger.disable')
      session.disconnect()
    },
  }
}

/** The inspector counts by itself; only the title has the thread's id. */
const isThread = ({ title }: NodeWorker.WorkerInfo, threadId: number): boolean => title.startsWith(`[worker ${threadId}]`)
