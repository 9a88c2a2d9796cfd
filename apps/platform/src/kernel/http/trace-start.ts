import { readTraceparent, TRACEPARENT_HEADER } from '@desk/schema/telemetry/trace-context'
import type { TraceStart } from '@desk/schema/telemetry/request-spans'
import { plainAddress } from '@desk/schema/addresses/network-of'
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '@desk/schema/addresses/trusted-proxies'
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts'

/** Where a request's trace begins: at the gateway, if it is on this machine and says so; else here. Gives the request its id. */
export function traceStart(request: IncomingMessage): TraceStart {
  const said = readTraceparent(request.headers[TRACEPARENT_HEADER])
  const parent = said && isLoopback(plainAddress(request.socket.remoteAddress ?? '')) ? said : null
  const traceId = parent?.traceId ?? requestIdOf(request)
  request.headers[REQUEST_ID_HEADER] = traceId
  return { traceId, parent }
}
