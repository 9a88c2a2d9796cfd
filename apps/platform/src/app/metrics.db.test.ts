import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { testSettings } from '#testing/settings'
import { startPlatform, type RunningPlatform } from './server.ts'

const fresh = useDatabase()
const start = (metricsPort?: number) =>
  startPlatform({
    database: fresh().database,
    settings: testSettings({ feedToken: 'x'.repeat(32) }),
    log: pino({ level: 'silent' }),
    port: 0,
    metricsPort,
    looseErrors: () => 3,
    sweeps: null,
  })
let running: RunningPlatform
beforeAll(async () => {
  running = await start(0)
})
afterAll(() => running.stop())

const metricsText = async () => (await fetch(`http://127.0.0.1:${running.metricsPort}/metrics`)).text()

test('/metrics counts requests by door and class of status, on a port of its own', async () => {
  await (await fetch(`${running.url}/entry/1?rid=a`)).text()
  await (await fetch(`${running.url}/v1/projects`, { headers: { 'X-Requested-With': 'test' } })).text()
  await (await fetch(`${running.url}/no-such-page`)).text()
  await expect.poll(metricsText).toContain('desk_platform_requests_total{door="entry",status="4xx"} 1')
  const text = await metricsText()
  expect(text.split('\n').filter(line => line.startsWith('desk_platform_requests_total'))).toEqual([
    'desk_platform_requests_total{door="entry",status="4xx"} 1',
    'desk_platform_requests_total{door="api",status="4xx"} 2',
  ])
  expect(text).toContain('desk_platform_request_seconds_count{door="api"} 2')
  expect(text).toMatch(/^desk_platform_respondents_waiting 0$/m)
  expect(text).toMatch(/^desk_platform_disk_full 0$/m)
  expect(text).toMatch(/^desk_platform_loose_errors 3$/m)
  expect(text).toMatch(/^desk_platform_database_connections [1-9]\d*$/m)
  expect((await fetch(`${running.url}/metrics`, { headers: { 'X-Requested-With': 'test' } })).status).toBe(404)
})

test('without a port no metrics are served', async () => {
  const other = await start()
  expect(other.metricsPort).toBe(null)
  await other.stop()
})
