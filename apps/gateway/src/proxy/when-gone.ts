import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Calls once, when the answer has been sent or nobody is there any more to take it. Of an answer that waits behind others on its connection
 * Node says nothing when the connection ends.
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
