import { environmentOf, type Environment } from '../config.ts'
import { readConfigFile, type ConfigFile } from '../config-file.ts'
import type { DeskPorts } from '../desk-ports.ts'
import { openConnection, type Connection } from './connection.ts'

/** Makes calls that tell the connection whether the server answered. */
function heardFetch(
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

const HEALTH_PATH = '/healthz'

const isPlatformDown = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'platform' in body && body.platform === 'down'

/**
 * Checks whether the server answers, without a session: a call of the session would keep an unused session alive.
 * @param base the API's origin; '' is the page's own
 * @returns false when it does not answer in time, or only the gateway answers
 */
async function askServer(fetch: typeof globalThis.fetch, base: string, withinMs: number): Promise<boolean> {
  try {
    const response = await fetch(base + HEALTH_PATH, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(withinMs),
    })
    if (response.ok) return true
    return !isPlatformDown(await response.json())
  } catch {
    return false
  }
}

/** The server as a desk sees it: where it is, and whether it answers. */
export interface DeskServer {
  readonly config: ConfigFile
  readonly environment: () => Environment
  /** The API's origin; '' is the page's own. */
  readonly apiBase: () => Promise<string>
  /** Asks whether it answers within so many ms. */
  readonly isThere: (withinMs: number) => Promise<boolean>
  readonly connection: Connection
  /** Calls that tell the connection whether they were answered. */
  readonly fetch: typeof globalThis.fetch
  /** The same, telling how much of the body was sent. */
  readonly fetchTelling: (onSent: (share: number) => void) => typeof globalThis.fetch
}

/** Reads the installation's configuration, at once, and finds the server by it. */
export function openDeskServer({
  fetch,
  fetchTelling = () => fetch,
  page,
  clock,
}: Pick<DeskPorts, 'fetch' | 'fetchTelling' | 'page' | 'clock'>): DeskServer {
  const config = readConfigFile(fetch)
  const environment = () => environmentOf(page.hostname, config.current())
  const apiBase = async () => (await config.loaded).apiBases[environment()]
  const isThere = async (withinMs: number) => askServer(fetch, await apiBase(), withinMs)
  const connection = openConnection({ ask: isThere, isSeen: page.isSeen, nowMs: clock.nowMs, after: clock.after })
  return {
    config,
    environment,
    apiBase,
    isThere,
    connection,
    fetch: heardFetch(fetch, connection),
    fetchTelling: onSent => heardFetch(fetchTelling(onSent), connection),
  }
}
