import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'

const READ_BYTES = 1_024
const READ_EVERY_MS = 1_000
/** Engine.IO's own sign of life, sent unasked: the question for it waits unread. */
const PONG_EVERY_MS = 5_000
const TEXT_FRAME = 0x81

export interface SlowReader {
  readonly bytesRead: () => number
  readonly isOpen: () => boolean
  close(): void
}

/** A push client that watches a topic and then takes 1 KB a second from its connection. */
export async function openSlowReader(gatewayUrl: string, token: string, topic: string): Promise<SlowReader> {
  const { hostname, port, host } = new URL(gatewayUrl)
  const tcp = connect(Number(port), hostname)
  let isOpen = true
  tcp.once('close', () => (isOpen = false))
  tcp.on('error', () => undefined) // cut by the gateway: 'close' follows
  const send = (message: string): void => void tcp.write(maskedFrame(message))
  tcp.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  let text = ''
  const reads = (wanted: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (chunk: Buffer): void => {
        text += chunk.toString('latin1')
        if (!text.includes(wanted)) return
        tcp.off('data', look)
        resolve()
      }
      tcp.on('data', look)
      void once(tcp, 'close').then(() => reject(new Error(`The connection ended before ${wanted} came.`)))
    })
  await reads('"sid"')
  send(`40${JSON.stringify({ token })}`)
  await reads('40{')
  send(`420["watch",${JSON.stringify(topic)}]`)
  await reads('"ok":true')
  tcp.pause()
  let bytesRead = 0
  const reading = setInterval(() => {
    bytesRead += (tcp.read(READ_BYTES) as Buffer | null)?.length ?? 0
  }, READ_EVERY_MS)
  const living = setInterval(() => send('3'), PONG_EVERY_MS)
  return {
    bytesRead: () => bytesRead,
    isOpen: () => isOpen,
    close() {
      clearInterval(reading)
      clearInterval(living)
      tcp.destroy()
    },
  }
}

function maskedFrame(message: string): Buffer {
  const payload = Buffer.from(message)
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0xfe, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([Buffer.from([TEXT_FRAME]), length, Buffer.alloc(4), payload]) // a mask of zeros changes nothing
}
