import type { ClientToServer, Frame, ServerToClient, WatchAnswer } from '@desk/schema/push/frames'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'

/** A connected viewer, closed after the test. */
export interface LiveViewer {
  readonly socket: Socket<ServerToClient, ClientToServer>
  readonly frames: Frame[]
  readonly endings: string[]
  watch(topic: string): Promise<WatchAnswer>
}

/** Connects a viewer to a gateway, and keeps what it hears. */
export async function openViewer(
  gatewayUrl: string,
  token: string,
  { reconnection = true }: { reconnection?: boolean } = {},
): Promise<LiveViewer> {
  const socket: LiveViewer['socket'] = io(gatewayUrl, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnection,
  })
  onTestFinished(() => void socket.disconnect())
  const frames: Frame[] = []
  const endings: string[] = []
  socket.on('frame', frame => frames.push(frame))
  socket.on('ended', ({ reason }) => endings.push(reason))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return { socket, frames, endings, watch: topic => new Promise(resolve => socket.emit('watch', topic, resolve)) }
}
