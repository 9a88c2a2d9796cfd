import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { AddressCounts } from './address-counts.ts'
import { answerFault } from './front-fault.ts'
import { refuse } from './refusal.ts'
import { faultOf } from './request-fault.ts'
import { requestIdOf } from './request-id.ts'

export type Handle = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/**
 * Makes the one listener that every request comes through: what cannot be passed on as exactly one request is refused before anything sees it,
 * and nothing that is thrown on the way ever leaves here.
 */
export function front(handle: Handle, log: Logger): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const fail = (error: unknown): void => answerFault(error, request, response, log)
    try {
      // what is written to a client that has gone; nobody else needs to know
      response.on('error', error => log.debug({ err: error }, 'An answer could not be written'))
      const fault = faultOf(request)
      if (fault) return refuse(response, requestIdOf(request), fault)
      handle(request, response)?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}

const NO_UPGRADE = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Refuses upgrades of any other address at once. From an upgrade on Node watches a connection's faults no more, so somebody has to, and ends the process for one that nobody does. */
export function guardUpgrades(server: Server, isOurs: (url: string) => boolean, log: Logger): void {
  server.prependListener('upgrade', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', error => log.debug({ err: error }, 'An upgraded connection was cut'))
    if (!isOurs(request.url ?? '') || faultOf(request)) socket.end(NO_UPGRADE, () => socket.destroy())
  })
}

const TOO_MANY = 'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n'

/** Takes so many connections of one address, whatever passes over them. */
export function limitConnections(server: Server, maxPerAddress: number): void {
  const open = new AddressCounts()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (open.of(address) >= maxPerAddress) {
      socket.end(TOO_MANY, () => socket.destroy())
      return
    }
    socket.once('close', open.add(address))
  })
}
