import type { TrustedProxies } from '@desk/schema/addresses/trusted-proxies'
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
 * Creates the listener of every request: it refuses whatever cannot be passed on as exactly one request before any handler sees
 * it, and catches every error.
 */
export function front(handle: Handle, log: Logger): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const fail = (error: unknown): void => answerFault(error, request, response, log)
    try {
      // a failed write to a client that has gone concerns no other client
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

/**
 * Refuses upgrades of any other path at once. After an upgrade Node no longer handles a connection's errors, and an unhandled one
 * ends the process, so this listens for them.
 */
export function guardUpgrades(server: Server, isOurs: (url: string) => boolean, log: Logger): void {
  server.prependListener('upgrade', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', error => log.debug({ err: error }, 'An upgraded connection was cut'))
    if (!isOurs(request.url ?? '') || faultOf(request)) socket.end(NO_UPGRADE, () => socket.destroy())
  })
}

const TOO_MANY = 'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n'

/** Limits the connections of one address, whatever their use; a trusted proxy opens those of many clients. */
export function limitConnections(server: Server, maxPerAddress: number, isProxy: TrustedProxies): void {
  const open = new AddressCounts()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address, 0)) return
    if (open.of(address) >= maxPerAddress) {
      socket.end(TOO_MANY, () => socket.destroy())
      return
    }
    socket.once('close', open.add(address))
  })
}
