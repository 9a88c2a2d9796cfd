import type { IncomingMessage } from 'node:http'

/** Ends the connection of a request whose body has not arrived in time: a server's own limit is one for all requests. */
export function cutUnlessRead(request: IncomingMessage, withinMs: number): void {
  const { headers } = request
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody || request.complete) return
  const late = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, withinMs).unref()
  request.once('close', () => clearTimeout(late)).once('end', () => clearTimeout(late))
}
