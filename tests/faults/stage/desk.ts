import { startGateway, type GatewayOptions, type RunningGateway } from '@desk/gateway/gateway'
import type { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { useDatabase } from '@desk/platform/testing/database/harness'
import { startPlatform, type RunningPlatform } from '@desk/platform/app/server'
import { testSettings } from '@desk/platform/testing/settings'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { FAULT_FEED_TOKEN } from './processes.ts'

export interface Desk {
  readonly database: DeskDatabase
  readonly databaseUrl: string
  readonly platformUrl: string
  readonly gatewayUrl: string
}

/** Platform and gateway of a test file's own within its process, for faults that end no process; call the result inside tests. */
export function useDesk(options: Partial<GatewayOptions> = {}): () => Desk {
  const fresh = useDatabase()
  let platform: RunningPlatform | undefined
  let gateway: RunningGateway | undefined
  beforeAll(async () => {
    const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
    platform = await startPlatform({
      database: fresh().database,
      settings: testSettings({ feedToken: FAULT_FEED_TOKEN }),
      log,
      port: 0,
      sweeps: null,
    })
    gateway = await startGateway({
      port: 0,
      platformUrl: platform.url,
      feedToken: FAULT_FEED_TOKEN,
      webRoot: join(process.cwd(), 'no-build'),
      log,
      ...options,
    })
  })
  afterAll(async () => {
    await gateway?.stop()
    await platform?.stop()
  })
  return () => {
    if (!platform || !gateway) throw new Error('The desk has not started: call this inside a test.')
    return { database: fresh().database, databaseUrl: fresh().url, platformUrl: platform.url, gatewayUrl: gateway.url }
  }
}
