/** Watching clients: real Socket.IO clients, websocket alone, that note when each frame reached their callback. */
import { nowMs } from '../harness/clock.ts'
import { answer } from '../harness/program.ts'
import { io, type Socket } from 'socket.io-client'

export interface Connecting {
  readonly url: string
  readonly token: string
  readonly topic: string
  readonly clients: number
}

export interface Arrivals {
  /** When the frame reached the callback of each client of this process. */
  readonly atMs: Float64Array
  readonly frame: unknown
}

const CONNECTING_AT_ONCE = 50
const FRAME_WITHIN_MS = 15_000

let sockets: Socket[] = []
let atMs: number[] = []
let newest: unknown = null
let allHere: (() => void) | null = null

async function connect({ url, token, topic }: Connecting): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false })
  socket.on('frame', (frame: unknown) => {
    atMs.push(nowMs())
    newest = frame
    if (atMs.length === sockets.length) allHere?.()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', reject)
  })
  const verdict = (await socket.timeout(FRAME_WITHIN_MS).emitWithAck('watch', topic)) as { ok: boolean }
  if (!verdict.ok) throw new Error(`Not allowed to watch ${topic}: ${JSON.stringify(verdict)}`)
  return socket
}

const answers = answer({
  async connect(connecting: Connecting): Promise<void> {
    while (sockets.length < connecting.clients) {
      const more = Math.min(CONNECTING_AT_ONCE, connecting.clients - sockets.length)
      sockets.push(...(await Promise.all(Array.from({ length: more }, () => connect(connecting)))))
    }
    atMs = []
  },
  /** The next frame, once every client has it. */
  async nextFrame(): Promise<Arrivals> {
    if (atMs.length < sockets.length) {
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(
          () =>
            reject(
              new Error(`Only ${atMs.length} of ${sockets.length} clients have the frame after ${FRAME_WITHIN_MS} ms`),
            ),
          FRAME_WITHIN_MS,
        )
        allHere = () => {
          clearTimeout(late)
          resolve()
        }
      })
    }
    allHere = null
    if (atMs.length > sockets.length) throw new Error(`${sockets.length} clients were given ${atMs.length} frames`)
    const arrivals = { atMs: Float64Array.from(atMs), frame: newest }
    atMs = []
    return arrivals
  },
  disconnect(): void {
    for (const socket of sockets) socket.disconnect()
    sockets = []
  },
})

export type PushClients = typeof answers
