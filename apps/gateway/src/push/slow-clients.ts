import type { GatewayMetrics } from '../kernel/metrics.ts'
import type { BackloggedConnection } from './backlog.ts'
import type { PushSocket } from './push-socket.ts'
import type { TopicRooms } from './topic-rooms.ts'
import type { Viewer } from './viewer.ts'

/** Clients in this room get nothing. */
export const SLOW_ROOM = 'slow'

/** Clients that read too slowly: no other client waits for them. */
export class SlowClients {
  readonly #rooms: TopicRooms
  readonly #metrics: GatewayMetrics

  constructor(rooms: TopicRooms, metrics: GatewayMetrics) {
    this.#rooms = rooms
    this.#metrics = metrics
  }

  /** Checks a client's queue, and cuts a client that has stopped reading. */
  look(socket: PushSocket, viewer: Viewer, nowMs: number): void {
    // engine.io's queue is private in its types; its own code and Socket.IO's volatile events go by it
    const state = viewer.backlog.look(socket.conn as unknown as BackloggedConnection, nowMs)
    if (state === 'hopeless') socket.conn.close(true)
    else if ((state === 'slow') !== viewer.isSlow) this.#setSlow(socket, viewer, state === 'slow')
  }

  /** A slow client gets nothing more; when it reads again, it gets its topics' positions, sees the gap, and reads snapshots. */
  #setSlow(socket: PushSocket, viewer: Viewer, isSlow: boolean): void {
    viewer.isSlow = isSlow
    if (isSlow) {
      this.#metrics.clientWasSlow()
      void socket.join(SLOW_ROOM)
      return
    }
    void socket.leave(SLOW_ROOM)
    for (const key of viewer.roomOf.values()) {
      const room = this.#rooms.get(key)
      if (room) socket.emit('frame', room.standing())
    }
  }
}
