import type { Frame } from '@desk/schema/push/frames'
import type { PushServer, PushSocket } from './push-socket.ts'
import { wireFrame, writeFrames, type WireFrame } from './wire-frame.ts'

/** A frame, and the key of the room whose watchers it is for. */
export interface Addressed {
  readonly key: string
  readonly frame: Frame
}

/**
 * Sends frames to the watchers of their rooms who are connected here. Each frame is encoded once, and a client of
 * several rooms gets all its frames in one write: with many clients, writes take most of a gateway's time.
 * @param exceptRoom clients in this room get nothing
 */
export function broadcast(
  { adapter, sockets }: PushServer['sockets'],
  frames: readonly Addressed[],
  exceptRoom: string,
): void {
  const excepted = adapter.rooms.get(exceptRoom)
  const outgoing = new Map<PushSocket, WireFrame[]>()
  for (const { key, frame } of frames) {
    const watchers = adapter.rooms.get(key)
    if (!watchers) continue
    const wire = wireFrame(frame)
    for (const id of watchers) {
      if (excepted?.has(id)) continue
      const socket = sockets.get(id)
      if (!socket) continue
      const own = outgoing.get(socket)
      if (own) own.push(wire)
      else outgoing.set(socket, [wire])
    }
  }
  for (const [socket, own] of outgoing) writeFrames(socket.conn, own)
}
