import { FEED_TOKEN } from './processes.ts'

/** Reads the platform's change feed as a gateway does, and throws away what it reads; gives a function that ends it and tells how many changes came. */
export function readFeed(platformUrl: string): () => Promise<{ reads: number; sourceRows: number }> {
  const ending = new AbortController()
  let reads = 0
  let sourceRows = 0
  const reading = (async () => {
    let query = 'wait=0'
    while (!ending.signal.aborted) {
      const response = await fetch(`${platformUrl}/v1/changes?${query}`, {
        headers: { Authorization: `Bearer ${FEED_TOKEN}`, 'X-Requested-With': 'XMLHttpRequest' },
        signal: ending.signal,
      })
      if (!response.ok) throw new Error(`The feed answered ${response.status}: ${await response.text()}`)
      const { cursor, sources } = (await response.json()) as { cursor: string; sources: unknown[] } // Changes of packages/schema
      query = `after=${cursor}&wait=5`
      reads += 1
      sourceRows += sources.length
      await new Promise(resolve => setTimeout(resolve, LEAST_BETWEEN_READS_MS))
    }
  })()
  reading.catch(() => undefined) // the caller that ends it gets it
  return async () => {
    ending.abort()
    await reading.catch((error: unknown) => {
      if (!ending.signal.aborted || !(error instanceof Error) || error.name !== 'AbortError') throw error
    })
    return { reads, sourceRows }
  }
}

/** As the gateway's own reader waits. */
const LEAST_BETWEEN_READS_MS = 15
