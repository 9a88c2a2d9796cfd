import type { RequestHandler } from 'express'
import type { PlatformClient } from '../poll/platform-client.ts'

type State = 'up' | 'down' | 'unknown'

/** How the house stands. */
export interface Health {
  readonly platform: State
  readonly database: State
  readonly gateway: 'up' | 'draining'
}

const ASK_WITHIN_MS = 2_000
/** Asked more often than this, the last answer is given again. */
const FRESH_FOR_MS = 500

/** Answers 200 with the state of platform, database and gateway, 503 when one is down. */
export function healthRoute(client: PlatformClient, isDraining: () => boolean): RequestHandler {
  let asked: { atMs: number; states: Promise<Pick<Health, 'platform' | 'database'>> } | null = null
  return async (_request, response) => {
    if (!asked || performance.now() - asked.atMs > FRESH_FOR_MS) asked = { atMs: performance.now(), states: askPlatform(client) }
    const health: Health = { ...(await asked.states), gateway: isDraining() ? 'draining' : 'up' }
    const isUp = health.platform === 'up' && health.database === 'up' && health.gateway === 'up'
    response
      .status(isUp ? 200 : 503)
      .set('cache-control', 'no-store')
      .json(health)
  }
}

async function askPlatform(client: PlatformClient): Promise<Pick<Health, 'platform' | 'database'>> {
  try {
    const { body } = await client.call({ path: '/healthz', timeoutMs: ASK_WITHIN_MS })
    return { platform: 'up', database: databaseStateOf(body) }
  } catch {
    return { platform: 'down', database: 'unknown' }
  }
}

function databaseStateOf(body: unknown): State {
  const state = typeof body === 'object' && body !== null && 'database' in body ? body.database : undefined
  return state === 'up' || state === 'down' ? state : 'unknown'
}
