import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from './clock.ts'
import { RateBucket } from './rate-bucket.ts'

/** A page sends one packet to sign in; the rest is for pages that try again. */
const PACKETS_BEFORE_SIGN_IN = 10
const PACKET_BURST = 200
const PACKETS_PER_SECOND = 20
const BYTE_BURST = 128 * 1024
const BYTES_PER_SECOND = 32 * 1024

/** Bounds the packets of one connection, from the first on: each counts, whatever its kind, and so does each attachment. */
export class Intake {
  #packets: RateBucket
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
    this.#packets = new RateBucket(PACKETS_BEFORE_SIGN_IN, 0, clock.nowMs())
  }

  signedIn(): void {
    this.#packets = new RateBucket(PACKET_BURST, PACKETS_PER_SECOND, this.#clock.nowMs())
  }

  mayTakePacket(): boolean {
    return this.#packets.take(this.#clock.nowMs())
  }
}

/** Cuts upgraded connections that send too many bytes: pings, parts of messages and unfinished frames are no packets. */
export function boundUpgradedBytes(server: Server, clock: Clock): void {
  server.prependListener('upgrade', (_request, socket: Socket) => {
    const bytes = new RateBucket(BYTE_BURST, BYTES_PER_SECOND, clock.nowMs())
    socket.on('data', (chunk: Buffer) => {
      if (!bytes.take(clock.nowMs(), chunk.length)) socket.destroy()
    })
  })
}
