import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { RunningGateway } from '../gateway.ts'

/** A push client on a bare TCP connection, which can stop reading. */
export interface RawClient {
  readonly tcp: Socket
  /** All text frames' payloads since the upgrade. */
  readonly messages: string[]
  send(message: string): void
}

const TEXT_FRAME = 0x81

/** Opens a web socket by hand and enters with the token; without one it does not enter. */
export async function rawClient({ port }: Pick<RunningGateway, 'port'>, token: string | null): Promise<RawClient> {
  const tcp = connect(port, '127.0.0.1')
  const messages: string[] = []
  const send = (message: string): void => void tcp.write(maskedFrame(message))
  let pending = Buffer.alloc(0)
  await new Promise<void>((resolve, reject) => {
    let isUpgraded = false
    tcp.on('error', reject)
    tcp.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk])
      const head = pending.indexOf('\r\n\r\n')
      if (!isUpgraded && head >= 0) {
        isUpgraded = true
        pending = pending.subarray(head + 4)
        if (token === null) resolve()
        else send(`40${JSON.stringify({ token })}`)
      }
      if (!isUpgraded) return
      for (let frame = textFrame(pending); frame; frame = textFrame(pending)) {
        pending = pending.subarray(frame.length)
        messages.push(frame.text)
        if (frame.text.startsWith('40')) resolve()
        if (frame.text === '2') send('3')
      }
    })
    tcp.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    )
  })
  return { tcp, messages, send }
}

function maskedFrame(message: string): Buffer {
  const payload = Buffer.from(message)
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0xfe, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([Buffer.from([TEXT_FRAME]), length, Buffer.alloc(4), payload]) // a mask of zeros changes nothing
}

/** The first whole frame in the bytes, as a server sends it: unmasked. */
function textFrame(bytes: Buffer): { text: string; length: number } | null {
  if (bytes.length < 2) return null
  const short = bytes.readUInt8(1)
  const head = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < head) return null
  const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  if (bytes.length < head + size) return null
  return { text: bytes.subarray(head, head + size).toString(), length: head + size }
}
