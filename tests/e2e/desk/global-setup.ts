import { startTestServer } from '@desk/platform/testing/database/test-server'

export const TEST_SERVER_VARIABLE = 'DESK_TEST_SERVER'

/** One PostgreSQL for the whole browser lane; each worker makes its own database on it. */
export default async function setup(): Promise<() => Promise<void>> {
  const { stop, ...server } = await startTestServer()
  process.env[TEST_SERVER_VARIABLE] = JSON.stringify(server)
  return stop
}
