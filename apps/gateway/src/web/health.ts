import type { Restart } from '@desk/schema/health/restarts'
import type { RequestHandler } from 'express'
import type { PlatformClient } from '../platform/platform-client.ts'
import { askHealth } from '../platform/platform-health.ts'

type State = 'up' | 'down' | 'unknown'

/** The health of the desk's processes. */
export interface Health {
  readonly platform: State
  readonly database: State
  /** 'full': writes get 503 but reading goes on, so this alone is no 503 of /healthz. */
  readonly disk: 'ok' | 'full' | 'unknown'
  readonly gateway: 'up' | 'draining'
  /** The processes that ended unexpectedly and were restarted; missing if unknown. */
  readonly restarts?: readonly Restart[] | undefined
}

/** How long an answer is reused. */
const FRESH_FOR_MS = 500

/** Answers 200 with the state of platform, database and gateway, 503 when one is down. */
export function healthRoute(
  client: PlatformClient,
  isDraining: () => boolean,
  restarts: () => readonly Restart[] | undefined,
): RequestHandler {
  let asked: { atMs: number; states: Promise<Pick<Health, 'platform' | 'database' | 'disk'>> } | null = null
  return async (_request, response) => {
    if (!asked || performance.now() - asked.atMs > FRESH_FOR_MS)
      asked = { atMs: performance.now(), states: askPlatform(client) }
    const health: Health = { ...(await asked.states), gateway: isDraining() ? 'draining' : 'up', restarts: restarts() }
    const isUp = health.platform === 'up' && health.database === 'up' && health.gateway === 'up'
    response
      .status(isUp ? 200 : 503)
      .set('cache-control', 'no-store')
      .json(health)
  }
}

async function askPlatform(client: PlatformClient): Promise<Pick<Health, 'platform' | 'database' | 'disk'>> {
  const health = await askHealth(client)
  if (health === 'down') return { platform: 'down', database: 'unknown', disk: 'unknown' }
  return health === 'unknown'
    ? { platform: 'up', database: 'unknown', disk: 'unknown' }
    : { platform: 'up', database: health.database, disk: health.disk ?? 'unknown' }
}
