import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A stretch of network between a client and a server. */
export interface Wire {
  readonly url: string
  /** How many connections were made over it. */
  readonly connections: () => number
  /** Makes the present connections half-open: nothing passes in either direction, and none is closed. New ones work. */
  fallSilent(): void
}

/** Lays a wire to a server. It is cut when the test ends. */
export async function layWire(to: string): Promise<Wire> {
  const { hostname, port } = new URL(to)
  const sockets: Socket[] = []
  let connections = 0
  const server = createServer(near => {
    connections += 1
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.push(socket)
      socket.on('error', () => undefined) // 'close' follows
    }
    near.pipe(far)
    far.pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    fallSilent() {
      for (const socket of sockets) {
        socket.unpipe()
        socket.removeAllListeners('close')
        socket.removeAllListeners('end')
        // what still arrives goes nowhere
        socket.resume()
      }
    },
  }
}
