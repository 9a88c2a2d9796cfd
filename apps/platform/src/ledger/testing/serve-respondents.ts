import express from 'express'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LinkLimits } from '#kernel/config/defaults'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { silentLog } from '#testing/database/test-server'
import { startRespondents } from '../links/start-respondents.ts'

/** Signs the personal links of these servers. */
export const TEST_LINK_SECRET = 'the secret of the links'

/** Serves the respondents' links alone, over a database. */
export async function serveRespondents(
  database: DeskDatabase,
  linkLimits?: LinkLimits,
): Promise<{ server: Server; url: string; stop: () => Promise<void> }> {
  const app = express()
  const respondents = await startRespondents(app, {
    database,
    log: silentLog,
    sweeps: null,
    settings: {
      countryHeader: 'cf-ipcountry',
      datacentreHeader: 'x-datacentre',
      linkLimits,
      secretKey: TEST_LINK_SECRET,
    },
  })
  const listening = createServer((request, response) => {
    if (!respondents.takes(request, response)) app(request, response)
  })
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve))
  return {
    server: listening,
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    stop: respondents.stop,
  } // a TCP server's address is never a string
}
