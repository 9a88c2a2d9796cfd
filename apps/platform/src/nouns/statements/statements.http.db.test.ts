import { verifyStatement } from '@desk/schema/statements/verify-statement'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { lastMonth, monthAt } from '#testing/months'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker } from '#testing/study'
import { makeRespondents } from '../reconciliation/testing/respondents.ts'
import { sweepPeriods } from './close-period.ts'
import { nodeCrypto } from './node-crypto.ts'
import { statementKey } from './statement-keys.ts'

const platform = usePlatform()
/** Two portions and a bit. */
const LINES = 10_001
const KEY = statementKey('the desk of the tests')
let make: StudyMaker
let accountId: number
let supplierId: number
let ask: Ask
let plain: Ask
let token: string

const { month, middleMs: lastMonthMs } = lastMonth()
const current = monthAt(Date.now())

const download = async (path: string) => {
  const response = await fetch(`${platform().url}${path}`, {
    headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
  })
  return { status: response.status, name: response.headers.get('content-disposition'), text: await response.text() }
}

beforeAll(async () => {
  make = new StudyMaker(platform().database)
  const house = await make.account({ name: 'House', isStaff: true })
  accountId = await make.account({ name: 'Acme', parentAccountId: house })
  const study = await make.study({ accountId })
  supplierId = study.supplierId
  ask = await askAs(platform(), make, { accountId, roleId: 1 })
  plain = await askAs(platform(), make, { accountId, roleId: 2 })
  const { username } = await make.user({ accountId, roleId: 1 })
  token = await platform().signIn(username, 'Desk-test-1')
  const place = { accountId, sourceId: study.sourceIds[0] ?? 0, supplierId }
  await makeRespondents(platform().database, place, ['one', '=two', 'three'], { endedAtMs: lastMonthMs })
  await makeRespondents(platform().database, place, ['term'], { endedAtMs: lastMonthMs, inboundCode: '2000' })
})

describe('periods and statements (settlement.md §2)', () => {
  test('an open month shows the amounts owed, with its lines and without hashes', async () => {
    const { body } = await ask('GET', '/v1/statements')
    const last = body.periods.find((period: { month: string }) => period.month === month)
    expect(last).toMatchObject({
      state: 'open',
      can_be_closed: true,
      closed_by: null,
      lines: 3,
      completes: 3,
      total_cents: 750,
      statements: [{ pm_sup_ud: supplierId, name: 'Northlight Panels', completes: 3, total_cents: 750, head: null }],
    })
    const read = await ask('GET', `/v1/statements/${month}?supplier=${supplierId}&limit=2`)
    expect(read.body).toMatchObject({
      state: 'open',
      head: null,
      parts: [{ kind: 'complete', origin: month, lines: 3, price_cents: 250, amount_cents: 750 }],
    })
    expect(read.body.page.map(({ line, rid, amount_cents: cents, hash }: never) => [line, rid, cents, hash])).toEqual([
      [1, 'one', 250, null],
      [2, '=two', 250, null],
    ])
    expect((await download(`/v1/statements/${month}/file?supplier=${supplierId}`)).status).toBe(404)
  })

  test('only a month that is over is closed, by an admin, and once', async () => {
    expect([
      (await plain('POST', `/v1/statements/${month}/close`)).status,
      (await plain('GET', '/v1/statements')).status,
      (await ask('POST', `/v1/statements/${current}/close`)).body.reason,
      (await ask('POST', '/v1/statements/2020-01/close')).body.reason,
      (await ask('POST', '/v1/statements/2020-13/close')).status,
    ]).toEqual([403, 403, 'not_over', 'no_period', 422])
    const key = { 'idempotency-key': 'close it' }
    const path = `/v1/statements/${month}/close`
    expect([
      (await ask('POST', path, undefined, key)).body,
      (await ask('POST', path, undefined, key)).body,
      (await ask('POST', path)).body.reason,
    ]).toEqual([{ month }, { month }, 'already_closed'])
    const { body } = await ask('GET', '/v1/audit-log?scope=account')
    expect(JSON.stringify(body)).toContain(`"field":"Period ${month}","from":"open","to":"closed"`)
  })

  test('the file of a closed month verifies offline, by the key that the desk publishes; one changed cent is named', async () => {
    const { text, name } = await download(`/v1/statements/${month}/file?supplier=${supplierId}`)
    expect(name).toBe(`attachment; filename="statement-${month}-${supplierId}.csv"`)
    const verdict = await verifyStatement(text, nodeCrypto)
    expect(verdict).toMatchObject({ isWhole: true, lines: 3, isSigned: true, faults: [] })
    const read = await ask('GET', `/v1/statements/${month}?supplier=${supplierId}`)
    expect([read.body.head, read.body.fingerprint, read.body.page.at(-1).hash]).toEqual([
      verdict?.seal?.head,
      verdict?.fingerprint,
      verdict?.seal?.head,
    ])
    const published = await fetch(`${platform().url}/v1/statement-keys/${verdict?.fingerprint}`)
    expect(await published.json()).toEqual({
      algorithm: 'Ed25519',
      pm_dsh_ud: accountId,
      account_name: 'Acme',
      public_key: verdict?.publicKey,
      fingerprint: verdict?.fingerprint,
    })
    const changed = await verifyStatement(text.replace(',250,', ',251,'), nodeCrypto)
    expect(changed).toMatchObject({ isWhole: false, faults: [{ fault: 'changed', line: 1, row: 2 }] })
  })

  test('a file of more lines than memory holds at a time comes in portions, whole and in order', async () => {
    const long = await make.study({ accountId: await make.account({ name: 'Long' }) })
    const at = { accountId: long.accountId, sourceId: long.sourceIds[0] ?? 0, supplierId: long.supplierId }
    const rids = Array.from({ length: LINES }, (_, no) => `r${no}`)
    await makeRespondents(platform().database, at, rids, { endedAtMs: lastMonthMs })
    const { username } = await make.user({ accountId: long.accountId, roleId: 1 })
    const own = await platform().signIn(username, 'Desk-test-1')
    const send = (method: string, path: string) =>
      fetch(`${platform().url}/v1/statements/${month}${path}`, {
        method,
        headers: { Authorization: `Bearer ${own}`, 'X-Requested-With': 'XMLHttpRequest' },
      })
    expect((await send('POST', '/close')).status).toBe(200)
    const file = await send('GET', `/file?supplier=${long.supplierId}`)
    // its length is unknown before it is read
    expect([file.headers.get('content-length'), file.headers.get('transfer-encoding')]).toEqual([null, 'chunked'])
    expect(await verifyStatement(await file.text(), nodeCrypto)).toMatchObject({ isWhole: true, lines: LINES })
  })

  test('no role of the desk changes a closed period', async () => {
    for (const statement of [
      `update statement_line set content = '' where account_id = ${accountId}`,
      `delete from statement where account_id = ${accountId}`,
      `delete from statement_period where account_id = ${accountId}`,
    ])
      await expect(platform().database.asSystem(tx => sql.raw(statement).execute(tx))).rejects.toThrow(
        /permission denied|takes no change/,
      )
  })

  test('another account’s months are its own', async () => {
    const other = await askAs(platform(), make, { accountId: await make.account({}), roleId: 1 })
    expect([
      (await other('GET', '/v1/statements')).body,
      (await other('GET', `/v1/statements/${month}?supplier=${supplierId}`)).status,
      (await other('GET', `/v1/statements/${month}/file?supplier=${supplierId}`)).status,
    ]).toEqual([{ zone: expect.any(String), total: 0, periods: [] }, 404, 404])
  })
})

test('a month and its statements count the completes whose supply price is known, open as closed (docs/decisions/0092)', async () => {
  const study = await make.study({ accountId: await make.account({ name: 'Exchange' }) })
  const { projectId, surveyId, supplierId: owner } = study
  const exchange = { projectId, surveyId, name: 'Exchange', type: 'lucid', supplyPriceCents: null } as const
  const unpriced = await make.source({ accountId: study.accountId, ...exchange })
  const respond = (sourceId: number, rids: readonly string[]) =>
    makeRespondents(platform().database, { accountId: study.accountId, sourceId, supplierId: owner }, rids, {
      endedAtMs: lastMonthMs,
    })
  await respond(study.sourceIds[0] ?? 0, ['priced', 'priced too'])
  await respond(unpriced, ['without a price'])
  const asked = await askAs(platform(), make, { accountId: study.accountId, roleId: 1 })
  const counted = async () => {
    const { body } = await asked('GET', '/v1/statements')
    const period = body.periods.find((one: { month: string }) => one.month === month)
    const statement = (await asked('GET', `/v1/statements/${month}?supplier=${owner}`)).body
    return [
      period.state,
      ...[period, period.statements[0], statement].map(sums => [sums.completes, sums.priced_completes]),
    ]
  }
  const open = await counted()
  await asked('POST', `/v1/statements/${month}/close`)
  expect([open, await counted()]).toEqual([
    ['open', [3, 2], [3, 2], [3, 2]],
    ['closed', [3, 2], [3, 2], [3, 2]],
  ])
})

test('a period closes by itself five days after its window, and not a moment before (settlement.md §2)', async () => {
  const study = await make.study({ accountId: await make.account({ name: 'Sleepy' }) })
  const at = { accountId: study.accountId, sourceId: study.sourceIds[0] ?? 0, supplierId: study.supplierId }
  await makeRespondents(platform().database, at, ['september'], { endedAtMs: Date.UTC(2026, 8, 10, 12) })
  const asked = await askAs(platform(), make, { accountId: study.accountId, roleId: 1 })
  const periodOf = async () =>
    (await asked('GET', '/v1/statements')).body.periods.find((period: { month: string }) => period.month === '2026-09')
  const closesAtMs = Date.parse((await periodOf()).closes_at)
  const { database } = platform()
  await sweepPeriods({ database, key: KEY, nowMs: () => closesAtMs - 1 })
  expect(await periodOf()).toMatchObject({ state: 'open' })
  await sweepPeriods({ database, key: KEY, nowMs: () => closesAtMs })
  expect(await periodOf()).toMatchObject({
    state: 'closed',
    closed_by: null,
    closes_at: new Date(closesAtMs).toISOString(),
    total_cents: 250,
  })
  // the end of the 25th of October in the account's zone, and five days
  expect(new Date(closesAtMs).toISOString().slice(0, 10)).toBe('2026-10-31')
})
