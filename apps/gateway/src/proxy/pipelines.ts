import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** How many requests of one connection are handled at once; HTTP answers them in order anyway. */
const MAX_HANDLED_AT_ONCE = 4

/**
 * Bounds the unanswered requests of each connection. Further ones wait in order, and the connection is not read until the last of
 * them has begun. Wraps all listeners that the server has, so it comes after the last of them.
 */
export function boundPipelines(server: Server, log: Logger): void {
  const listeners = server.listeners('request') as Listener[] // the event's own type
  server.removeAllListeners('request')
  const pipelines = new WeakMap<Socket, Pipeline>()
  server.on('connection', (socket: Socket) => void pipelines.set(socket, new Pipeline(socket, log)))
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    pipelines.get(request.socket)?.add(response, () => {
      for (const listener of listeners) listener.call(server, request, response)
    }),
  )
}

class Pipeline {
  readonly #socket: Socket
  readonly #waiting: (() => void)[] = []
  #handled = 0

  constructor(socket: Socket, log: Logger) {
    this.#socket = socket
    // each request of a client adds a listener
    socket.setMaxListeners(0)
    // Node reads on whenever a request is done with its body
    socket.on('resume', () => {
      if (this.#waiting.length > 0) socket.pause()
    })
    socket.once('close', () => {
      const unanswered = this.#handled + this.#waiting.length
      this.#waiting.length = 0
      if (unanswered > 1) log.warn({ unanswered }, 'A client left before its requests were answered')
    })
  }

  add(response: ServerResponse, handle: () => void): void {
    const begin = (): void => {
      this.#handled += 1
      response.once('close', () => this.#next())
      handle()
    }
    if (this.#handled < MAX_HANDLED_AT_ONCE && this.#waiting.length === 0) return begin()
    this.#waiting.push(begin)
    this.#socket.pause()
  }

  #next(): void {
    this.#handled -= 1
    // other connections have their turn between two requests of this one
    setImmediate(() => {
      const begin = this.#waiting.shift()
      if (!begin) return
      begin()
      if (this.#waiting.length === 0) this.#socket.resume()
    })
  }
}
