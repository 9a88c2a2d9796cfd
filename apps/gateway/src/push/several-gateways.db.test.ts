import { describe, expect, test } from 'vitest'
import { RedisServer } from '../testing/redis-server.ts'
import { moved, sourceRow, surveyFigures } from '../testing/rows.ts'
import { json } from '../testing/stub-platform.ts'
import { connect, startBefore, startStub, type TestClient } from '../testing/use-gateway.ts'

const news = ({ frames }: TestClient) => frames.map(({ from, to, rows }) => [from, to, rows[0]?.cells['entrants']])

describe('two gateways', () => {
  test('Redis stopping and coming back costs no frame, and repeats none (F4, law 7)', async () => {
    const redis = await RedisServer.start()
    const platform = await startStub()
    const gateways = [
      await startBefore(platform, { redisUrl: redis.url }),
      await startBefore(platform, { redisUrl: redis.url }),
    ]
    const clients = await Promise.all(gateways.map(gateway => connect(gateway, platform.signIn('ada'))))
    for (const client of clients) await client.watch('survey:2001')
    const commitAndHear = async (version: number) => {
      platform.commit(moved(version))
      await expect
        .poll(() => clients.map(({ frames }) => frames.length), { timeout: 5_000 })
        .toEqual([version, version])
    }
    await commitAndHear(1)
    await redis.stop()
    await commitAndHear(2)
    const newcomer = await connect(gateways[1]!, platform.signIn('bob'))
    const watched = await newcomer.watch('survey:2001')
    await commitAndHear(3)
    await redis.start()
    await commitAndHear(4)
    const all = [1, 2, 3, 4].map(version => [version - 1, version, 10 + version])
    expect([watched.ok && watched.position, ...clients.map(news), news(newcomer)]).toEqual([2, all, all, all.slice(2)])
  })

  test('a gateway starts and serves while Redis is away', async () => {
    const platform = await startStub()
    const gateway = await startBefore(platform, { redisUrl: 'redis://127.0.0.1:1' })
    const client = await connect(gateway, platform.signIn('ada'))
    await client.watch('survey:2001')
    platform.commit(moved(1))
    await expect.poll(() => news(client)).toEqual([[0, 1, 11]])
  })

  test('a session’s end that one gateway learns closes its sockets at the other, also after Redis returns (S2)', async () => {
    const redis = await RedisServer.start()
    const platform = await startStub({ hasFeed: false })
    platform.routes.set('GET /v1/survey-stream-metrics/2001', (request, response) => {
      const isSignedIn = platform.viewers.has(request.headers.authorization?.replace('Bearer ', '') ?? '')
      json(response, isSignedIn ? 200 : 401, isSignedIn ? [sourceRow()] : { message: 'Your session has ended.' })
    })
    platform.routes.set('POST /v1/metrics/surveys/2001', (_request, response) => json(response, 200, surveyFigures()))
    const often = await startBefore(platform, { redisUrl: redis.url, feed: 'metrics', metricsIntervalMs: 30 })
    const seldom = await startBefore(platform, { redisUrl: redis.url, feed: 'metrics', metricsIntervalMs: 600_000 })
    const endAndSee = async (token: string) => {
      const [here, there] = [await connect(often, platform.signIn(token)), await connect(seldom, token)]
      await here.watch('survey:2001')
      await there.watch('survey:2001')
      platform.viewers.delete(token)
      await expect
        .poll(() => [here.socket.connected, there.socket.connected, there.endings], { timeout: 8_000 })
        .toEqual([false, false, ['session_ended']])
    }
    await endAndSee('first')
    await redis.stop()
    await redis.start()
    await endAndSee('second')
  })
})
