/** Watching clients: real Socket.IO clients, websocket alone, that note when each frame reached their callback. */
import { nowMs } from '../harness/clock.ts'
import { answer } from '../harness/program.ts'
import { io, type Socket } from 'socket.io-client'

export interface Connecting {
  readonly url: string
  readonly token: string
  /** The topic of each client. */
  readonly topics: readonly string[]
}

export interface Arrivals {
  /** When each frame arrived, in the order in which they did, over all clients of this process. */
  readonly atMs: Float64Array
  /** The newest frame, as it came. */
  readonly frame: unknown
}

const CONNECTING_AT_ONCE = 50

let sockets: Socket[] = []
let arrivals: number[] = []
let newest: unknown = null

async function connect(url: string, token: string, topic: string): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false })
  socket.on('frame', (frame: unknown) => {
    arrivals.push(nowMs())
    newest = frame
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', reject)
  })
  const verdict = (await socket.timeout(20_000).emitWithAck('watch', topic)) as { ok: boolean }
  if (!verdict.ok) throw new Error(`Not allowed to watch ${topic}: ${JSON.stringify(verdict)}`)
  return socket
}

const answers = answer({
  async connect({ url, token, topics }: Connecting): Promise<void> {
    for (let from = 0; from < topics.length; from += CONNECTING_AT_ONCE) {
      sockets.push(...(await Promise.all(topics.slice(from, from + CONNECTING_AT_ONCE).map(topic => connect(url, token, topic)))))
    }
  },
  /** Forgets what has arrived; from here on it counts. */
  listen(): void {
    arrivals = []
  },
  arrived(): Arrivals {
    return { atMs: Float64Array.from(arrivals), frame: newest }
  },
  disconnect(): void {
    for (const socket of sockets) socket.disconnect()
    sockets = []
  },
})

export type PushClients = typeof answers
