import type { Restart } from '@desk/schema/health/restarts'
import { Router } from 'express'
import type { PlatformClient } from '../platform/platform-client.ts'
import { askHealth } from '../platform/platform-health.ts'
import { HEALTH_PATHS } from '../proxy/request-fault.ts'

type State = 'up' | 'down' | 'unknown'

/** The health of the desk's processes. */
export interface Health {
  readonly platform: State
  readonly database: State
  /** 'full': writes get 503 but reading goes on, so this alone is no 503 of /healthz. */
  readonly disk: 'ok' | 'full' | 'unknown'
  readonly gateway: 'up' | 'draining'
  /** Of the newest backup; null: there is none yet; missing where none are scheduled. */
  readonly backup_age_seconds?: number | null | undefined
  /** The processes that ended unexpectedly and were restarted; missing if unknown. */
  readonly restarts?: readonly Restart[] | undefined
}

/** How long an answer is reused. */
const FRESH_FOR_MS = 500

/**
 * The checks of balancers and supervisors (operate.md §2). /healthz answers with the state of platform, database and gateway, /readyz
 * with whether respondents can be served: both 503 when one is down. /livez is 200 while this process lives.
 */
export function healthRoutes(
  client: PlatformClient,
  isDraining: () => boolean,
  restarts: () => readonly Restart[] | undefined,
): Router {
  let asked: { atMs: number; states: Promise<OfPlatform> } | null = null
  const statesNow = async (): Promise<Health> => {
    if (!asked || performance.now() - asked.atMs > FRESH_FOR_MS)
      asked = { atMs: performance.now(), states: askPlatform(client) }
    return { ...(await asked.states), gateway: isDraining() ? 'draining' : 'up', restarts: restarts() }
  }
  const isUp = (health: Health): boolean =>
    health.platform === 'up' && health.database === 'up' && health.gateway === 'up'

  const routes = Router()
  routes.get(HEALTH_PATHS, (_request, response, next) => {
    response.set('cache-control', 'no-store')
    next()
  })
  routes.get('/livez', (_request, response) => void response.json({ alive: true }))
  routes.get('/readyz', async (_request, response) => {
    // a draining gateway answers at once, whatever its platform does
    const isReady = !isDraining() && isUp(await statesNow())
    response.status(isReady ? 200 : 503).json({ ready: isReady })
  })
  routes.get('/healthz', async (_request, response) => {
    const health = await statesNow()
    response.status(isUp(health) ? 200 : 503).json(health)
  })
  return routes
}

type OfPlatform = Pick<Health, 'platform' | 'database' | 'disk' | 'backup_age_seconds'>

async function askPlatform(client: PlatformClient): Promise<OfPlatform> {
  const health = await askHealth(client)
  if (health === 'down') return { platform: 'down', database: 'unknown', disk: 'unknown' }
  return health === 'unknown'
    ? { platform: 'up', database: 'unknown', disk: 'unknown' }
    : {
        platform: 'up',
        database: health.database,
        disk: health.disk ?? 'unknown',
        backup_age_seconds: health.backup_age_seconds,
      }
}
