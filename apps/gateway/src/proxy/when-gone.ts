import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Calls back once, when the answer has been sent or its client has gone. For an answer queued behind others on its connection,
 * Node emits nothing when the connection ends.
 */
export function whenGone({ socket }: IncomingMessage, response: ServerResponse, act: () => void): void {
  const gone = (): void => {
    socket.off('close', gone)
    response.off('close', gone)
    act()
  }
  socket.once('close', gone)
  response.once('close', gone)
}
