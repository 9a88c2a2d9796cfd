import { connect, type Socket } from 'node:net'
import type { MalformedMessage } from './malformed-messages.ts'
import { websocketFrame } from './websocket-frame.ts'

/** How long an answer is waited for: what gets none is cut off, as by a client that went away. */
const ANSWER_WITHIN_MS = 250
/** How long the steps before it may take. */
const STEP_WITHIN_MS = 10_000

/** The target of an attacker, and its source address on this machine. */
export interface Way {
  readonly url: string
  readonly from: string
}

/** Writes bytes on a connection of their own, waits until something comes back, and cuts it. */
export async function writeRaw(way: Way, bytes: Buffer): Promise<void> {
  const line = await open(way)
  line.write(bytes)
  await line.anything()
  line.cut()
}

/**
 * Comes as far as the message's stage and says it; gives whether it came so far. It waits for some answer or the end of the connection,
 * and cuts it.
 */
export async function say(way: Way, token: string, { stage, bytes }: MalformedMessage): Promise<boolean> {
  if (stage === 'raw') {
    await writeRaw(way, bytes(''))
    return true
  }
  if (stage === 'polled') return sayByPolling(way, token, bytes)
  const line = await open(way)
  line.write(
    Buffer.from(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    ),
  )
  let isThere = await line.hears('"sid"')
  if (isThere && stage === 'entered') {
    line.write(websocketFrame(Buffer.from(`40${JSON.stringify({ token })}`)))
    isThere = await line.hears('40{"sid"')
  }
  line.forget()
  line.write(bytes(''))
  await line.anything()
  line.cut()
  return isThere
}

async function sayByPolling(way: Way, token: string, bytes: (sid: string) => Buffer): Promise<boolean> {
  const line = await open(way)
  line.write(Buffer.from('GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'))
  await line.hears('"sid"')
  const sid = /"sid":"([\w-]+)"/.exec(line.heard())?.[1] ?? ''
  const enter = `40${JSON.stringify({ token })}`
  line.forget()
  line.write(
    Buffer.from(
      `POST /socket.io/?EIO=4&transport=polling&sid=${sid} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: ${enter.length}\r\n\r\n${enter}`,
    ),
  )
  const isThere = sid !== '' && (await line.hears('ok'))
  line.forget()
  line.write(bytes(sid))
  await line.anything()
  line.cut()
  return isThere
}

interface Line {
  write(bytes: Buffer): void
  heard(): string
  forget(): void
  /** Waits for a text; false when the connection ends before. */
  hears(text: string): Promise<boolean>
  /** Waits for anything, or the end. */
  anything(): Promise<void>
  cut(): void
}

function open({ url, from }: Way): Promise<Line> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port: Number(port), host: hostname, localAddress: from }, () => resolve(line))
    socket.once('error', reject) // no listener there: the desk is gone
    socket.on('error', () => undefined) // 'close' follows
    let heard = ''
    let isEnded = false
    let look = (): void => undefined
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1')
      look()
    })
    socket.on('close', () => {
      isEnded = true
      look()
    })
    const wait = (holds: () => boolean, withinMs: number): Promise<boolean> =>
      new Promise(done => {
        const timer = setTimeout(() => done(false), withinMs)
        look = () => {
          if (!holds() && !isEnded) return
          clearTimeout(timer)
          look = () => undefined
          done(holds())
        }
        look()
      })
    const line: Line = {
      write: bytes => void (socket.writable && socket.write(bytes)),
      heard: () => heard,
      forget: () => void (heard = ''),
      hears: text => wait(() => heard.includes(text), STEP_WITHIN_MS),
      anything: async () => void (await wait(() => heard !== '', ANSWER_WITHIN_MS)),
      cut: () => socket.destroy(),
    }
  })
}
