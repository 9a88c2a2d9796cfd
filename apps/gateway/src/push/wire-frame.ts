import type { Frame } from '@desk/schema/push/frames'
import type { PushSocket } from './push-socket.ts'

/** Socket.IO's number of an event. */
const EVENT = '2'
/** Engine.IO's number of a message. */
const MESSAGE = '4'
/** A websocket's first byte: the whole of a text. */
const WHOLE_TEXT = 0x81
const LENGTH_IN_2_BYTES = 126
const LENGTH_IN_8_BYTES = 127

/** Engine.IO accepts a prepared websocket frame, as Socket.IO's own broadcast passes one; its types do not say so. */
interface ReadyMade {
  readonly compress: false
  readonly wsPreEncodedFrame: readonly [Buffer]
}

/** An encoded frame, shared by all recipients: as Engine.IO's message, and as the websocket frame around it. */
export interface WireFrame {
  readonly text: string
  readonly bytes: Buffer
  readonly options: ReadyMade
}

export function wireFrame(frame: Frame): WireFrame {
  const text = `${EVENT}${JSON.stringify(['frame', frame])}`
  const bytes = websocketText(MESSAGE + text)
  return { text, bytes, options: readyMade(bytes) }
}

/** Writes the frames in order, over a websocket all in one go. */
export function writeFrames(connection: PushSocket['conn'], frames: readonly WireFrame[]): void {
  if (frames.length === 1 || connection.transport.name !== 'websocket') {
    for (const { text, options } of frames) connection.write(text, options)
    return
  }
  let texts = ''
  for (const { text } of frames) texts += text
  // only the bytes are sent; the text is what a slow client's queue is measured by
  connection.write(texts, readyMade(Buffer.concat(frames.map(({ bytes }) => bytes))))
}

function readyMade(bytes: Buffer): ReadyMade {
  return { compress: false, wsPreEncodedFrame: [bytes] }
}

function websocketText(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < LENGTH_IN_2_BYTES ? 2 : length <= 0xffff ? 4 : 10
  const bytes = Buffer.allocUnsafe(head + length)
  bytes[0] = WHOLE_TEXT
  if (head === 2) bytes[1] = length
  else if (head === 4) {
    bytes[1] = LENGTH_IN_2_BYTES
    bytes.writeUInt16BE(length, 2)
  } else {
    bytes[1] = LENGTH_IN_8_BYTES
    bytes.writeBigUInt64BE(BigInt(length), 2)
  }
  bytes.write(text, head)
  return bytes
}
