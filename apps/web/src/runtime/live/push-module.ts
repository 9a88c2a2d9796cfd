import {
  Frame,
  Heartbeat,
  PUSH_PROTOCOL_VERSION,
  TokenAnswer,
  WatchAnswer,
  type ClientToServer,
  type ServerToClient,
} from '@desk/schema/push/frames'
import { Schema } from 'effect'
import { io, type Socket } from 'socket.io-client'

/** Reads a frame as the contract has it. @throws SchemaError for anything else */
export const decodeFrame = Schema.decodeUnknownSync(Frame)

/** Reads the answer to a watch. @throws SchemaError for anything else */
export const decodeWatchAnswer = Schema.decodeUnknownSync(WatchAnswer)

/** Reads a heartbeat. @throws SchemaError for anything else */
export const decodeHeartbeat = Schema.decodeUnknownSync(Heartbeat)

/** Reads the answer to a token that was handed over. @throws SchemaError for anything else */
export const decodeTokenAnswer = Schema.decodeUnknownSync(TokenAnswer)

/** The longest wait between two tries. The first tries of a crowd are spread by chance, over 0.5 to 1.5 s and then 1 to 3 s, and so stay apart. */
const RECONNECT_WITHIN_MS = 3_000

/**
 * Makes a socket that is not yet connected. Each try to connect sends the token of that moment, never in the address.
 * @param address the gateway's origin, '' for the page's own
 */
export function openSocket(address: string, token: () => string | null): Socket<ServerToClient, ClientToServer> {
  const options = {
    autoConnect: false,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: RECONNECT_WITHIN_MS,
    auth: (answer: (auth: object) => void) => answer({ token: token(), protocol: PUSH_PROTOCOL_VERSION }),
  }
  return address === '' ? io(options) : io(address, options)
}
