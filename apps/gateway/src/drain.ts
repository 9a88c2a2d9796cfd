import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Push } from './push/push.ts'

const DRAIN_MS = 6_000

/** Gives the connections that are open at any time. */
export function trackConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/**
 * Closes the sockets cleanly and finishes the running requests; after a while it cuts the open rest, such as a client
 * that does not read.
 */
export async function drain(server: Server, push: Push, connections: ReadonlySet<Socket>): Promise<void> {
  const hurry = setTimeout(() => {
    for (const socket of connections) socket.destroy()
  }, DRAIN_MS)
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  await push.close()
  clearTimeout(hurry)
  clearInterval(idle)
}
