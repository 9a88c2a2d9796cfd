import type { Clock } from './clock.ts'
import type { PushServer, PushSocket } from './push-socket.ts'

const REMEMBERED_MS = 10 * 60_000

/** Remembers for a while which sessions have ended: a permission that the platform gave just before must not open a room afterwards. */
export class EndedSessions {
  readonly #endedAtMs = new Map<string, number>()

  add(sessionId: string, nowMs: number): void {
    for (const [id, endedAtMs] of this.#endedAtMs) {
      if (nowMs - endedAtMs < REMEMBERED_MS) break // in the order in which they ended
      this.#endedAtMs.delete(id)
    }
    this.#endedAtMs.delete(sessionId)
    this.#endedAtMs.set(sessionId, nowMs)
  }

  has(sessionId: string): boolean {
    return this.#endedAtMs.has(sessionId)
  }
}

/** A session's sockets are cut if the last message has not been sent by then. */
const FAREWELL_MS = 2_000

/** Which sockets belong to a session, and which sessions have ended. */
export class SessionSockets {
  readonly #io: PushServer
  readonly #clock: Clock
  readonly #ended = new EndedSessions()

  constructor(io: PushServer, clock: Clock) {
    this.#io = io
    this.#clock = clock
  }

  hasEnded(sessionId: string): boolean {
    return this.#ended.has(sessionId)
  }

  join(socket: PushSocket, sessionId: string): void {
    void socket.join(roomOf(sessionId))
  }

  /** Moves a socket from its former session to its new one. */
  move(socket: PushSocket, former: string, sessionId: string): void {
    if (former === sessionId) return
    void socket.leave(roomOf(former))
    this.join(socket, sessionId)
  }

  /** The session has ended; gives its sockets here. */
  end(sessionId: string): PushSocket[] {
    this.#ended.add(sessionId, this.#clock.nowMs())
    return [...(this.#io.sockets.adapter.rooms.get(roomOf(sessionId)) ?? [])].flatMap(
      id => this.#io.sockets.sockets.get(id) ?? [],
    )
  }

  /** Closes the session's sockets at the other gateways. */
  endElsewhere(sessionId: string): void {
    this.#io.to(roomOf(sessionId)).emit('ended', { reason: 'session_ended' })
    this.#io.in(roomOf(sessionId)).disconnectSockets(true)
  }

  /** Tells a client that its session has ended, and closes its socket. */
  close(socket: PushSocket): void {
    socket.emit('ended', { reason: 'session_ended' })
    const connection = socket.conn
    socket.disconnect(true)
    // a close waits until the client reads; a client that does not is cut
    setTimeout(() => connection.close(true), FAREWELL_MS).unref()
  }
}

function roomOf(sessionId: string): string {
  return `session|${sessionId}`
}
