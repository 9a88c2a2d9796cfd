import { PlatformHealth } from '@desk/schema/health/platform-health'
import { Exit, Schema } from 'effect'
import type { PlatformClient } from './platform-client.ts'

const ASK_WITHIN_MS = 2_000
const decodeHealth = Schema.decodeUnknownExit(PlatformHealth)

/** Reads the platform's health: 'down' when it does not answer, 'unknown' when the answer cannot be read. */
export async function askHealth(client: PlatformClient): Promise<PlatformHealth | 'down' | 'unknown'> {
  try {
    const { body } = await client.call({ path: '/healthz', timeoutMs: ASK_WITHIN_MS })
    const read = decodeHealth(body)
    return Exit.isSuccess(read) ? read.value : 'unknown'
  } catch {
    return 'down'
  }
}
