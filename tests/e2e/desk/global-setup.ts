import type { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { makeDemoAccounts, openDemoSignIns } from '@desk/platform/demo/demo-accounts'
import { startTestServer } from '@desk/platform/testing/database/test-server'

export const TEST_SERVER_VARIABLE = 'DESK_TEST_SERVER'

/** One PostgreSQL for the whole browser lane; each worker makes its own database on it, with the demo's accounts and nothing in them. */
export default async function setup(): Promise<() => Promise<void>> {
  const { stop, ...server } = await startTestServer(fillWithDemoAccounts)
  process.env[TEST_SERVER_VARIABLE] = JSON.stringify(server)
  return stop
}

function fillWithDemoAccounts(database: DeskDatabase): Promise<void> {
  return database.asSystem(async tx => {
    await makeDemoAccounts(tx)
    await openDemoSignIns(tx)
  })
}
