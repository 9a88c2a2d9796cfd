import type { PlatformHealth } from '@desk/schema/health/platform-health'
import type { Express } from 'express'
import type { DeskDatabase } from '#kernel/db/desk-database'

export interface HealthOptions {
  readonly database: DeskDatabase
  readonly isDraining: () => boolean
  /** Unset: uncaught errors are not counted. */
  readonly looseErrors: (() => number) | undefined
  /** Unset: no backups are scheduled. */
  readonly backupAgeSeconds: (() => number | null) | undefined
}

const DATABASE_WITHIN_MS = 1_500

/**
 * The checks of balancers, supervisors and gateways (operate.md §2): /livez while the process lives, /readyz while it can serve,
 * /healthz with the state of each part.
 */
export function mountHealth(
  app: Express,
  { database, isDraining, looseErrors, backupAgeSeconds }: HealthOptions,
): void {
  const stateOfDatabase = (): Promise<'up' | 'down'> =>
    Promise.race([
      database.ping().then(
        () => 'up' as const,
        () => 'down' as const,
      ),
      new Promise<'down'>(resolve => setTimeout(resolve, DATABASE_WITHIN_MS, 'down').unref()),
    ])
  app.get('/livez', (_request, response) => void response.json({ alive: true }))
  app.get('/readyz', async (_request, response) => {
    const isReady = !isDraining() && (await stateOfDatabase()) === 'up'
    response.status(isReady ? 200 : 503).json({ ready: isReady })
  })
  app.get('/healthz', async (_request, response) => {
    const state = await stateOfDatabase()
    const health: PlatformHealth = {
      platform: 'up',
      database: state,
      disk: database.disk.isFull ? 'full' : 'ok',
      ...(database.replica ? { replica: database.replica.isOut ? 'out' : 'ok' } : {}),
      ...(backupAgeSeconds ? { backup_age_seconds: backupAgeSeconds() } : {}),
      ...(looseErrors ? { loose_errors: looseErrors() } : {}),
    }
    response.status(state === 'up' ? 200 : 503).json(health)
  })
}
