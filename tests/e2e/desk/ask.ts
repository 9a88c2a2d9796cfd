/**
 * Calls the desk as a client of its own: on a connection that nothing else uses. A connection of `fetch`'s pool may have been closed
 * by a gateway that a test started again, which shows only with the next call.
 */
export async function ask(url: string | URL, { headers, ...init }: AskInit = {}): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', ...init, headers: { ...headers, connection: 'close' } })
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    throw new Error(`${url} does not answer: ${cause instanceof Error ? cause.message : String(error)}`, {
      cause: error,
    })
  }
}

interface AskInit extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>
}
