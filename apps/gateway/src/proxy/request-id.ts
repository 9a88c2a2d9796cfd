import { newTraceId } from '@desk/schema/telemetry/trace-context'
import type { IncomingMessage } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

const ids = new WeakMap<IncomingMessage, string>()

/** Gives the request's id, which is the id of its trace. It is always made here: one from outside could be another request's. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request)
  if (known !== undefined) return known
  const id = newTraceId()
  ids.set(request, id)
  return id
}
