import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DeskDatabase } from '#kernel/db/desk-database'
import { silentLog } from '#testing/database/test-server'
import { NOBODY, sourceFigures } from '../testing/figures.ts'
import { serveRespondents } from '../testing/serve-respondents.ts'
import { SUPPLIER } from '../testing/study.ts'
import { got, message, rdudOf, useLinks } from '../testing/use-links.ts'

const { enter, fresh, makeOne, study, url } = useLinks()

describe('an address that sends too much', () => {
  let narrow: Awaited<ReturnType<typeof serveRespondents>>
  beforeAll(async () => {
    narrow = await serveRespondents(fresh().database, { entriesAMinute: 2, returnsAMinute: 3 })
  })
  afterAll(async () => {
    narrow.server.close()
    narrow.server.closeAllConnections()
    await narrow.stop()
  })
  const ask = async (path: string, address: string, body?: object) => {
    const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
    const answer = await got(`${narrow.url}${path}`, { ...posted, headers })
    return { ...answer, retryAfter: Number(answer.headers.get('retry-after')) }
  }
  const told = (seconds: number) =>
    `Too many respondents come from this address at once. Nothing is lost: please try again in ${seconds} seconds.`

  test('has one limit a minute for all unknown accounts and sources together: making them up is no way around (S2, F12)', async () => {
    const madeUp = (number: number) => `${(900_000 + number).toString(36)}-${'0'.repeat(32)}`
    const statuses = async (count: number, path: (number: number) => string, address: string) => {
      const seen: number[] = []
      for (let number = 1; number <= count; number++) seen.push((await ask(path(number), address)).status)
      return seen
    }
    expect(await statuses(5, number => `/return?inbound_code=1000&rdud=${madeUp(number)}`, '198.51.100.41')).toEqual([
      404, 404, 404, 429, 429,
    ])
    expect(await statuses(4, number => `/entry/${2_000_000_000 + number}?rid=r`, '198.51.100.42')).toEqual([
      404, 404, 429, 429,
    ])
    expect(await statuses(1, () => `/return?inbound_code=1000&rdud=${madeUp(1)}`, '198.51.100.43')).toEqual([404])
  })

  test('gets a sentence and Retry-After at a source’s link; so does its network, and no one else', async () => {
    const elsewhere = await makeOne()
    const first = await ask(`/entry/${study().sourceId}?rid=r1`, '2001:db8:0:7::1')
    const second = await ask(`/entry/${study().sourceId}?rid=r2`, '2001:db8:0:7::2')
    const third = await ask(`/entry/${study().sourceId}?rid=r3`, '2001:db8:0:7:9::3')
    const others = [
      await ask(`/entry/${study().sourceId}?rid=r4`, '2001:db8:0:8::1'),
      await ask(`/entry/${elsewhere.sourceId}?rid=r5`, '2001:db8:0:7::1'),
    ]
    expect([first, second, third, ...others].map(({ status }) => status)).toEqual([302, 302, 429, 302, 302])
    expect(third.retryAfter).toBeGreaterThan(1)
    expect(message(third)).toBe(told(third.retryAfter))
    expect(await sourceFigures(fresh().database, study().sourceId)).toEqual({
      ...NOBODY,
      entrants: 3,
      inflight: 3,
      conversion: 0,
    })
  })

  test('gets the same for returns, by browser or server-to-server; the respondent is unchanged, and a later return counts', async () => {
    const rdud = rdudOf(await enter('r1'))
    const unknown = `?inbound_code=1000&rdud=${rdud.slice(0, -1)}${rdud.endsWith('0') ? '1' : '0'}`
    const from = (path: string, body?: object) => ask(path, '203.0.113.7', body)
    const tries = [await from(`/return${unknown}`), await from(`/return${unknown}`), await from(`/return${unknown}`)]
    const refused = await from(`/return?inbound_code=1000&rdud=${rdud}`)
    const refusedPost = await from('/return', { inbound_code: 1000, rdud })
    expect([...tries, refused, refusedPost].map(({ status }) => status)).toEqual([404, 404, 404, 429, 429])
    expect([message(refused), message(refusedPost)]).toEqual([told(refused.retryAfter), told(refusedPost.retryAfter)])
    expect(await sourceFigures(fresh().database, study().sourceId)).toEqual({
      ...NOBODY,
      entrants: 1,
      inflight: 1,
      conversion: 0,
    })
    expect((await ask(`/return?inbound_code=1000&rdud=${rdud}`, '203.0.113.8')).location).toBe(
      `${SUPPLIER}/complete?pid=r1&o=complete`,
    )
  })
})

describe('while the database is away', () => {
  test('nothing is acknowledged: 503 with Retry-After (F1, F2)', async () => {
    const rdud = rdudOf(await enter('r1'))
    const nowhere = new DeskDatabase({
      url: 'postgres://desk@127.0.0.1:1/desk',
      log: silentLog,
      connectionTimeoutMs: 500,
    })
    const away = await serveRespondents(nowhere)
    try {
      const answers = await Promise.all([
        fetch(`${away.url}/entry/${study().sourceId}?rid=r2`, { redirect: 'manual' }),
        fetch(`${away.url}/return?inbound_code=1000&rdud=${rdud}`, { redirect: 'manual' }),
        fetch(`${away.url}/return`, {
          method: 'POST',
          body: JSON.stringify({ inbound_code: 1000, rdud }),
          headers: { 'Content-Type': 'application/json' },
        }),
      ])
      expect(answers.map(answer => [answer.status, answer.headers.get('retry-after')])).toEqual([
        [503, '2'],
        [503, '2'],
        [503, '2'],
      ])
    } finally {
      away.server.close()
      away.server.closeAllConnections()
      await away.stop()
      await nowhere.close()
    }
    expect(await sourceFigures(fresh().database, study().sourceId)).toEqual({
      ...NOBODY,
      entrants: 1,
      inflight: 1,
      conversion: 0,
    })
  })

  test('a respondent who leaves before the answer is counted exactly once (F1)', async () => {
    const { hostname, port } = new URL(url())
    await new Promise<void>(resolve => {
      const socket = connect(Number(port), hostname, () =>
        socket.end(`GET /entry/${study().sourceId}?rid=gone HTTP/1.1\r\nHost: desk\r\n\r\n`, () => socket.destroy()),
      )
      socket.on('close', () => resolve())
    })
    // a retry is the same person, whether or not the first request was recorded
    const rdud = rdudOf(await enter('gone'))
    expect([rdud === '', rdudOf(await enter('gone'))]).toEqual([false, rdud])
    expect((await sourceFigures(fresh().database, study().sourceId)).entrants).toBe(1)
  })
})
