import { describe, expect, test } from 'vitest'
import type { RunningGateway } from './gateway.ts'
import { rawAnswer } from './testing/raw-answer.ts'
import { json } from './testing/stub-platform.ts'
import { startBefore, startBoth, startStub } from './testing/use-gateway.ts'

test('a connection at rest stays open longer than a load balancer keeps it, and a client learns how long (§7.2)', async () => {
  const { gateway } = await startBoth()
  const { status, headers } = await fetch(gateway.url)
  expect([status, headers.get('keep-alive')]).toEqual([200, 'timeout=65'])
})

describe('health', () => {
  test('it reports the state of platform, database and gateway, with 503 when one is down', async () => {
    const platform = await startStub()
    const gateway = await startBefore(platform)
    const ask = async () => {
      const answer = await fetch(`${gateway.url}/healthz`)
      return [answer.status, await answer.json()]
    }
    expect(await ask()).toEqual([200, { platform: 'up', database: 'up', disk: 'ok', gateway: 'up' }])
    platform.databaseIsUp = false
    await expect.poll(ask).toEqual([503, { platform: 'up', database: 'down', disk: 'ok', gateway: 'up' }])
    await platform.stop()
    await expect.poll(ask).toEqual([503, { platform: 'down', database: 'unknown', disk: 'unknown', gateway: 'up' }])
  })

  const statusesOf = (gateway: RunningGateway) =>
    Promise.all(['/livez', '/readyz'].map(async path => (await fetch(gateway.url + path)).status))

  test('it is not ready within 5 s of the loss of the database or of a platform that hangs, but lives (operate.md §2)', async () => {
    const platform = await startStub()
    const gateway = await startBefore(platform)
    expect(await statusesOf(gateway)).toEqual([200, 200])
    platform.databaseIsUp = false
    await expect.poll(() => statusesOf(gateway), { timeout: 5_000 }).toEqual([200, 503])
    platform.databaseIsUp = true
    await expect.poll(() => statusesOf(gateway), { timeout: 5_000 }).toEqual([200, 200])
    platform.routes.set('GET /healthz', () => {})
    await expect.poll(() => statusesOf(gateway), { timeout: 5_000 }).toEqual([200, 503])
  })

  test('while it drains it is not ready, serves everything, and ends each connection with its answer (operate.md §2)', async () => {
    const { gateway, platform } = await startBoth()
    platform.routes.set('GET /entry/3001', (_request, response) =>
      response.writeHead(302, { location: 'https://survey.example/s?id=1' }).end(),
    )
    gateway.startDraining()
    expect(await statusesOf(gateway)).toEqual([200, 503])
    const entered = await fetch(`${gateway.url}/entry/3001`, { redirect: 'manual' })
    expect([entered.status, entered.headers.get('connection')]).toEqual([302, 'close'])
  })

  test.each(['/livez', '/readyz', '/healthz'])('%s answers a check by HTTP/1.0 without a Host', async path => {
    const { gateway } = await startBoth()
    const { status } = await rawAnswer(gateway.port, `GET ${path} HTTP/1.0\r\n\r\n`)
    expect(status).toEqual(200)
  })
})

test('/metrics answers on its own port alone', async () => {
  const { gateway } = await startBoth({ metricsPort: 0 })
  const [metrics, outside] = await Promise.all([
    fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`),
    fetch(`${gateway.url}/metrics`),
  ])
  expect([metrics.status, outside.status]).toEqual([200, 404])
  expect(await metrics.text()).toMatch(/^desk_gateway_connections 0$/m)
})

test('stopping finishes the running requests and accepts no others', async () => {
  const { gateway, platform } = await startBoth()
  let finish: (() => void) | undefined
  const started = new Promise<void>(resolve =>
    platform.routes.set('GET /v1/slow', (_request, response) => {
      finish = () => json(response, 200, { done: true })
      resolve()
    }),
  )
  const underWay = fetch(`${gateway.url}/v1/slow`)
  await started
  const stopped = gateway.stop()
  await expect
    .poll(() =>
      fetch(gateway.url).then(
        answer => answer.status,
        () => 'refused',
      ),
    )
    .toBe('refused')
  finish?.()
  expect(await (await underWay).json()).toEqual({ done: true })
  await stopped
})
