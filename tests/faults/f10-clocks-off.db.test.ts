import { ageMs } from '@desk/machines/feed/feed.selectors'
import { findLinkOwner } from '@desk/platform/identity/password-reset/password-links.store'
import { issuePasswordToken, LINK_LASTS_MS } from '@desk/platform/identity/password-reset/password-links'
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { newRdudHex } from '@desk/platform/ledger/facts/rdud'
import { back } from '@desk/platform/ledger/testing/operations'
import { SESSION_IDLE_MS } from '@desk/platform/identity/sign-in/sessions.service'
import { hashToken } from '@desk/platform/identity/tokens/token'
import { DEFAULT_TIME_ZONE_CODE } from '@desk/schema/users/current-user'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { useDesk } from './stage/desk.ts'
import { promised } from './stage/promised.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy, type WatchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { openViewer } from './stage/viewer.ts'

const HOUR_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000
const LIVE_WITHIN_MS = 10_000

// before the desk starts: it keeps the clock that it finds
vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() })
afterAll(() => vi.useRealTimers())
const desk = useDesk()
/** Puts the clock of gateway and platform, and no other, so much further. */
const putClock = (byMs: number): void => void vi.setSystemTime(Date.now() + byMs)

interface Called {
  readonly status: number
  readonly renewed: string | null
  // a test says itself what it expects of a body
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}
async function call(method: string, path: string, token: string, body?: object): Promise<Called> {
  const response = await fetch(`${desk().gatewayUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Requested-With': 'XMLHttpRequest',
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return {
    status: response.status,
    renewed: response.headers.get('set-authorization'),
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  }
}
const check = (token: string): Promise<Called> => call('GET', '/v1/user-login-details', token)
const hoursLeft = async (token: string): Promise<number> => {
  const { rows } = await desk().database.readAsSystem(tx =>
    sql<{
      expiresAt: Date
    }>`select s.expires_at as "expiresAt" from login_session s join session_token t on t.session_id = s.session_id where t.token_hash = ${hashToken(token)}`.execute(
      tx,
    ),
  )
  return Math.round(((rows[0]?.expiresAt.getTime() ?? 0) - Date.now()) / HOUR_MS)
}

/** Someone who enters, and may come back later. */
async function enter(study: WatchedStudy, rid: string): Promise<(inboundCode: string) => Promise<void>> {
  const visit = async (path: string): Promise<URL> => {
    const response = await fetch(`${desk().gatewayUrl}${path}`, { redirect: 'manual' })
    return new URL(response.headers.get('location') ?? 'http://nowhere')
  }
  const rdud = (await visit(`/entry/${study.sourceId}?sup=${study.supplierId}&rid=${rid}`)).searchParams.get('id')
  return async inboundCode => void (await visit(`/return?rdud=${rdud}&inbound_code=${inboundCode}`))
}

interface Bucket {
  readonly Start_Time: string
  readonly Completes_Count_Live: number
}
const bucketsOf = async (token: string, surveyId: number, grain: 'hour' | 'day', end: Date): Promise<Bucket[]> => {
  const { body } = await call('POST', '/v1/TrafficStatsForDashboardHourly', token, {
    mode: 'SURVEY',
    id: surveyId,
    grain,
    zone_code: DEFAULT_TIME_ZONE_CODE,
    end: end.toISOString(),
  })
  return (body as Bucket[]).filter(({ Completes_Count_Live: completes }) => completes > 0)
}

describe('F10: the clock of the server jumps an hour', () => {
  test('sessions go on and end by the time that is right then, links last their hour', async () => {
    const study = await watchedStudy(desk().database, 1)
    const before = await signIn(desk().gatewayUrl, study.username)
    putClock(HOUR_MS)
    const ahead = await check(before)
    const fresh = await signIn(desk().gatewayUrl, study.username)
    expect([
      ahead.status,
      ahead.renewed?.length,
      (await check(ahead.renewed ?? '')).status,
      await hoursLeft(fresh),
    ]).toEqual([200, 43, 200, SESSION_IDLE_MS / HOUR_MS])
    // and back: tokens given in the meantime are from the future now
    putClock(-HOUR_MS)
    const backAgain = await Promise.all([before, ahead.renewed ?? '', fresh].map(check))
    expect(backAgain.map(({ status }) => status)).toEqual([200, 200, 200])
    // an hour behind: nothing ends early, nothing lasts for ever
    putClock(-HOUR_MS)
    expect([(await check(before)).status, (await hoursLeft(before)) <= SESSION_IDLE_MS / HOUR_MS + 2]).toEqual([
      200,
      true,
    ])
    putClock(HOUR_MS + SESSION_IDLE_MS + 2 * HOUR_MS)
    expect(
      await Promise.all([before, ahead.renewed ?? '', fresh].map(async token => (await check(token)).status)),
    ).toEqual([401, 401, 401])
    putClock(-SESSION_IDLE_MS - 2 * HOUR_MS)

    const { database } = desk()
    const link = await database.asSystem(tx => issuePasswordToken(tx, study.userId, 'reset', new Date()))
    const works = async (afterMs: number): Promise<boolean> =>
      (await database.asSystem(tx =>
        findLinkOwner(tx, hashToken(link) ?? Buffer.alloc(0), new Date(Date.now() + afterMs)),
      )) !== undefined
    expect([
      await works(LINK_LASTS_MS.reset - MINUTE_MS),
      await works(LINK_LASTS_MS.reset + MINUTE_MS),
      await works(-HOUR_MS),
    ]).toEqual([true, false, true])
  })

  test('no interview takes less than no time, each respondent is counted once and in the hour by which they came, and the figures are the ledger’s', async () => {
    const { database, gatewayUrl } = desk()
    const study = await watchedStudy(database, 1)
    const token = await signIn(gatewayUrl, study.username)
    const here = new Date()
    await (
      await enter(study, 'at the right time')
    )('1000')
    putClock(HOUR_MS)
    const late = await enter(study, 'an hour ahead')
    await (
      await enter(study, 'an hour ahead, and back at once')
    )('1000')
    putClock(-HOUR_MS)
    await late('1000')
    putClock(-HOUR_MS)
    await (
      await enter(study, 'an hour behind')
    )('1000')
    putClock(HOUR_MS)
    const { rows, totals } = await readTable(gatewayUrl, token, study.surveyId)
    expect([
      rows.length,
      totals.entrants,
      totals.completes,
      totals.inflight,
      (totals.loi ?? -1) >= 0 && (totals.loi ?? -1) < 1,
    ]).toEqual([1, 4, 4, 0, true])
    const hour = (shift: number): string =>
      new Date(Math.floor(here.getTime() / HOUR_MS) * HOUR_MS + shift * HOUR_MS).toISOString()
    // respondents who cross a full hour while this runs are in the next one
    const buckets = (await bucketsOf(token, study.surveyId, 'hour', new Date(here.getTime() + 2 * HOUR_MS))).map(
      ({ Start_Time: start, Completes_Count_Live: completes }) => [start, completes],
    )
    expect([
      buckets.reduce((sum, [, completes]) => sum + Number(completes), 0),
      buckets.some(([start]) => start === hour(-1) || start === hour(0)),
      buckets.length >= 3,
    ]).toEqual([4, true, true])
    await expectNoDrift(database)
  })
})

test('F10: a browser whose clock is an hour ahead or behind calls figures live that are, and counts their age right', async () => {
  const { database, gatewayUrl } = desk()
  const study = await watchedStudy(database, 1)
  const token = await signIn(gatewayUrl, study.username)
  const clocks = [HOUR_MS, 0, -HOUR_MS].map(offMs => () => Date.now() + offMs)
  const viewers = clocks.map(nowMs => openViewer({ gatewayUrl, token, surveyId: study.surveyId, nowMs }))
  await until('all are live', promised(LIVE_WITHIN_MS), () => viewers.every(({ isLive }) => isLive()))
  await enter(study, 'a')
  await until('all have heard', promised(LIVE_WITHIN_MS), () =>
    viewers.every(({ table }) => table().totals.entrants === 1),
  )
  const ages = viewers.map(({ feed }, at) => ageMs(feed.getSnapshot(), clocks[at]?.() ?? 0) ?? -1)
  expect([viewers.map(({ freshness }) => freshness()), ages.every(age => age >= 0 && age < LIVE_WITHIN_MS)]).toEqual([
    ['live', 'live', 'live'],
    true,
  ])
  for (const viewer of viewers) viewer.close()
})

test('F10: on the days on which New York’s clocks change no hour is lost or counted twice (§2.45)', async () => {
  const { database, gatewayUrl } = desk()
  const study = await watchedStudy(database, 1)
  const token = await signIn(gatewayUrl, study.username)
  const ledger = createLedger(database)
  const completes = async (at: string): Promise<void> => {
    const hex = newRdudHex()
    const atMs = Date.parse(at)
    await ledger.write(study.accountId, [
      {
        kind: 'entered',
        atMs: atMs - MINUTE_MS,
        sourceId: study.sourceId,
        supplierId: study.supplierId,
        hex,
        rid: hex,
        isTest: false,
        code: 11,
        refusal: null,
        address: null,
        fingerprint: null,
      },
    ])
    await ledger.write(study.accountId, [back(hex, '1000', { atMs })])
  }
  // half past one, twice; the last minute of the day before and the first of the day after
  const moments = [
    '2026-11-01T03:59:00Z',
    '2026-11-01T04:02:00Z',
    '2026-11-01T05:30:00Z',
    '2026-11-01T06:30:00Z',
    '2026-11-02T04:59:00Z',
    '2026-11-02T05:02:00Z',
  ]
  for (const moment of moments) await completes(moment)
  const end = new Date('2026-11-02T12:00:00Z')
  const counted = (buckets: readonly Bucket[]): unknown[] =>
    buckets.map(({ Start_Time: start, Completes_Count_Live: count }) => [start, count])
  expect(counted(await bucketsOf(token, study.surveyId, 'day', end))).toEqual([
    ['2026-10-31T04:00:00.000Z', 1],
    ['2026-11-01T04:00:00.000Z', 4],
    ['2026-11-02T05:00:00.000Z', 1],
  ])
  expect(counted(await bucketsOf(token, study.surveyId, 'hour', new Date('2026-11-01T12:00:00Z')))).toEqual([
    ['2026-11-01T03:00:00.000Z', 1],
    ['2026-11-01T04:00:00.000Z', 1],
    ['2026-11-01T05:00:00.000Z', 1],
    ['2026-11-01T06:00:00.000Z', 1],
  ])
  await expectNoDrift(database)
})
