// A line to the inspector of another thread of this process.
import { type NodeWorker, Session } from 'node:inspector'

export interface Inspected {
  post(method: string): void
  // biome-ignore lint/suspicious/noExplicitAny: each event has parameters of its own
  on(event: string, listener: (params: any) => void): void
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
  post: (method) => session.post(method),
  on: (event, listener) => session.on(event, ({ params }: { params: unknown }) => listener(params)),
  disconnect: () => session.disconnect(),
})

/** Threads are children of the main one, whose inspector passes on what is said to them. */
const workerThread = (session: Session, threadId: number): Inspected => {
  const listeners = new Map<string, (params: unknown) => void>()
  const waiting: string[] = []
  let id = 0
  let child: string | null = null
  const send = (sessionId: string, method: string) =>
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id: ++id, method }) })
  const post = (method: string): void => {
    if (child === null) waiting.push(method)
    else send(child, method)
  }
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    if (!isThread(workerInfo, threadId)) return
    child = sessionId
    for (const method of waiting.splice(0)) send(sessionId, method)
  })
  session.on('NodeWorker.receivedMessageFromWorker', ({ params: { sessionId, message } }) => {
    if (sessionId !== child) return
    const { method, params } = JSON.parse(message) as { method?: string; params?: unknown }
    if (method !== undefined) listeners.get(method)?.(params)
  })
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  return {
    post,
    on: (event, listener) => void listeners.set(event, listener),
    disconnect: () => {
      post('Debugger.disable')
      session.disconnect()
    },
  }
}

/** The inspector counts by itself; only the title has the thread's id. */
const isThread = ({ title }: NodeWorker.WorkerInfo, threadId: number): boolean => title.startsWith(`[worker ${threadId}]`)
