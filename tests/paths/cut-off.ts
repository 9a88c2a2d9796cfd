import { startPlatform, type RunningPlatform } from '@desk/platform/app/server'
import { freshDatabase } from '@desk/platform/testing/database/harness'
import { TEST_FEED_TOKEN } from '@desk/platform/testing/platform'
import { testSettings } from '@desk/platform/testing/settings'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'

/** A platform whose database went away, for this test file: its answers tell nothing. Call the result inside tests for its address. */
export function useCutOffPlatform(internalAccountId: number): () => string {
  let running: RunningPlatform | undefined
  const url = (): string => {
    if (running === undefined) throw new Error('The platform has not started: call this inside a test.')
    return running.url
  }
  beforeAll(async () => {
    const { database, drop } = await freshDatabase()
    running = await startPlatform({
      database,
      settings: testSettings({ internalAccountId, feedToken: TEST_FEED_TOKEN }),
      log: pino({ level: 'silent' }),
      port: 0,
      sweeps: null,
    })
    // the first call makes it ready
    await fetch(`${url()}/v1/user-login-details`, {
      headers: { 'X-Requested-With': 'XMLHttpRequest', Authorization: 'Bearer nobody' },
    })
    await drop()
  })
  afterAll(() => running?.stop())
  return url
}
