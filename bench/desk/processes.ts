import type { GatewayReady } from '@desk/gateway/main'
import type { PlatformReady } from '@desk/platform/app/main'
import { startChild } from '../../scripts/child-process.ts'
import { buildPrograms } from '../../scripts/programs.ts'

export interface RunningProcess {
  readonly url: string
  stop(): Promise<void>
}

/** The service token of every bench. */
export const FEED_TOKEN = 'the-feed-token-of-the-benches-0123456789'

const STOP_GRACE_MS = 9_500
const SHARED = { FEED_TOKEN, LOG_LEVEL: 'error', NODE_ENV: 'production' }

/** Starts the platform as `pnpm start` does, on this database, without demo data. */
export async function startPlatform(databaseUrl: string, env: NodeJS.ProcessEnv = {}): Promise<RunningProcess> {
  const child = startChild('platform', (await buildPrograms()).platform, {
    ...SHARED,
    DATABASE_URL: databaseUrl,
    PLATFORM_PORT: '0',
    DEMO: '0',
    SIMULATE: '0',
    DATA_DIR: '.tmp/bench-data',
    ...env,
  })
  const { url } = await child.ready<PlatformReady>()
  return { url, stop: () => child.stop(STOP_GRACE_MS) }
}

/** Starts the gateway as `pnpm start` does, in front of this platform. */
export async function startGateway(platformUrl: string, env: NodeJS.ProcessEnv = {}): Promise<RunningProcess> {
  const child = startChild('gateway', (await buildPrograms()).gateway, {
    ...SHARED,
    PLATFORM_URL: platformUrl,
    PORT: '0',
    ...env,
  })
  const { url } = await child.ready<GatewayReady>()
  return { url, stop: () => child.stop(STOP_GRACE_MS) }
}
