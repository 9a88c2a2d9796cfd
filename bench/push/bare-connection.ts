import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

const TEXT_FRAME = 0x81
const MASKED = 0x80
const LENGTH_IN_2_BYTES = 126
const LENGTH_IN_8_BYTES = 127
const HANDSHAKE_WITHIN_MS = 15_000

/**
 * A Socket.IO connection stripped to what a count needs: websocket text frames over a TCP socket, nothing decoded. Full
 * clients cost more than the server that they measure, and would be measured in its place.
 */
export class BareConnection {
  /** Frames of the desk that have arrived. */
  frames = 0
  /** The newest of them, as text. */
  newest: Buffer | null = null
  readonly #socket: Socket
  #rest: Buffer = Buffer.alloc(0)
  #isUpgraded = false
  #acknowledged = 0
  #onText: ((text: string) => void) | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', chunk => this.#take(chunk))
  }

  /** Connects, and watches these topics. */
  static async open(url: string, token: string, topics: readonly string[]): Promise<BareConnection> {
    const { hostname, port, host } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const connection = new BareConnection(socket)
    const isConnected = connection.#heard('40')
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    )
    await connection.#heard('0{')
    connection.#send(`40${JSON.stringify({ token })}`)
    await isConnected
    const watching = connection.#until(() => connection.#acknowledged === topics.length)
    topics.forEach((topic, id) => connection.#send(`42${id}${JSON.stringify(['watch', topic])}`))
    await watching
    return connection
  }

  close(): void {
    this.#socket.destroy()
  }

  #heard(prefix: string): Promise<void> {
    return this.#until(text => text.startsWith(prefix))
  }

  #until(isSo: (text: string) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => reject(error)
      const late = setTimeout(() => fail(new Error('The server did not answer the handshake')), HANDSHAKE_WITHIN_MS)
      this.#socket.once('error', fail)
      const before = this.#onText
      this.#onText = text => {
        before?.(text)
        if (!isSo(text)) return
        clearTimeout(late)
        this.#socket.off('error', fail)
        resolve()
      }
    })
  }

  #take(chunk: Buffer): void {
    let data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    if (!this.#isUpgraded) {
      const end = data.indexOf('\r\n\r\n')
      if (end === -1) {
        this.#rest = data
        return
      }
      this.#isUpgraded = true
      data = data.subarray(end + 4)
    }
    let at = 0
    for (;;) {
      const payload = payloadAt(data, at)
      if (payload === null) break
      this.#hear(data, payload.from, payload.to)
      at = payload.to
    }
    this.#rest = data.subarray(at)
  }

  #hear(data: Buffer, from: number, to: number): void {
    // 42["frame",…: the desk's frames are recognised by their f
    if (data[from] === 0x34 && data[from + 1] === 0x32 && data[from + 4] === 0x66) {
      this.frames += 1
      this.newest = data.subarray(from, to)
      return
    }
    const text = data.toString('utf8', from, to)
    if (text === '2') this.#send('3')
    else if (text.startsWith('44')) this.#socket.destroy(new Error(`The server refused: ${text}`))
    else if (text.startsWith('43')) {
      if (!text.includes('"ok":true')) this.#socket.destroy(new Error(`Not allowed to watch: ${text}`))
      this.#acknowledged += 1
    }
    this.#onText?.(text)
  }

  #send(text: string): void {
    const payload = Buffer.from(text)
    const isLong = payload.length >= LENGTH_IN_2_BYTES
    const head = Buffer.alloc(isLong ? 8 : 6)
    head[0] = TEXT_FRAME
    head[1] = MASKED | (isLong ? LENGTH_IN_2_BYTES : payload.length)
    if (isLong) head.writeUInt16BE(payload.length, 2)
    // the mask is four zeros, which leaves the payload as it is
    this.#socket.write(Buffer.concat([head, payload]))
  }
}

/** The place of the payload of the websocket frame at this place; null when it has not arrived whole. */
function payloadAt(data: Buffer, at: number): { from: number; to: number } | null {
  if (data.length < at + 2) return null
  const short = data.readUInt8(at + 1) & 0x7f
  const head = short === LENGTH_IN_2_BYTES ? 4 : short === LENGTH_IN_8_BYTES ? 10 : 2
  if (data.length < at + head) return null
  const length =
    short === LENGTH_IN_2_BYTES
      ? data.readUInt16BE(at + 2)
      : short === LENGTH_IN_8_BYTES
        ? Number(data.readBigUInt64BE(at + 2))
        : short
  const from = at + head
  return data.length < from + length ? null : { from, to: from + length }
}
