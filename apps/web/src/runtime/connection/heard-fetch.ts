import type { Connection } from './connection.ts'

/** Makes calls that tell the connection whether the server answered. */
export function heardFetch(
  fetch: typeof globalThis.fetch,
  connection: Pick<Connection, 'heard' | 'doubted'>,
): typeof globalThis.fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, init)
      if (response.status < 500) connection.heard()
      else connection.doubted()
      return response
    } catch (failure) {
      if (init?.signal?.aborted !== true) connection.doubted()
      throw failure
    }
  }
}
