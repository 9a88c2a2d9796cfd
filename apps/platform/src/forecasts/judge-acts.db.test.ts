import { STATUS_CODES } from '@desk/schema/statuses/status'
import { expect, test, vi } from 'vitest'
import { MINUTE_MS, noon, openLedger } from '#ledger/testing/open-ledger'
import { useDatabase } from '#testing/database/harness'
import { sweepForecasts } from './sweep-forecasts.ts'

const fresh = useDatabase()
const HOUR_MS = 60 * MINUTE_MS
/** A sweep takes longer than a second on a busy machine. */
const SWEPT_WITHIN_MS = 20_000

/** A live source with two completes an hour until noon, whose forecast is sealed at noon. */
async function opened({ isSealed = true }: { isSealed?: boolean } = {}) {
  const { database } = fresh()
  const desk = await openLedger(database, {
    sources: [{ target: 400, outOfFieldAt: new Date(noon + 30 * 24 * HOUR_MS) }],
  })
  const { accountId, sourceId } = desk.study
  let people = 0
  const complete = async (count: number, atMs: number) => {
    await Promise.all(
      Array.from({ length: count }, async () => {
        const { hex } = await desk.enter(`r${(people += 1)}`, { atMs, parameters: new Map([['age', '30']]) })
        await desk.return(hex, '1000', { atMs: atMs + 8 * MINUTE_MS })
      }),
    )
  }
  for (let hour = 30; hour > 0; hour--) await complete(2, noon - hour * HOUR_MS)
  const rows = (text: string, values: readonly unknown[] = []) =>
    database.asSystem(async tx => (await tx.client.query(text, [...values])).rows)
  const [user] = await rows(
    `insert into app_user (home_account_id, username, firstname, lastname, role_id, password_hash)
     values ($1, gen_random_uuid() || '@acme.example', 'Ada', 'Byron', 1, '') returning user_id as id`,
    [accountId],
  )
  const sweep = (atMs: number) =>
    vi.waitFor(
      async () => {
        if ((await sweepForecasts(database, () => atMs)) === null) throw new Error('Another process is sweeping.')
      },
      { timeout: SWEPT_WITHIN_MS },
    )
  if (isSealed) await sweep(noon)
  return {
    complete,
    sweep,
    edit: (field: string, atMs: number) =>
      rows(
        `insert into object_edit (account_id, scope, object_id, user_id, act, at, changes) values ($1, 'source', $2, $3, 'edited', $4, $5)`,
        [accountId, sourceId, user.id, new Date(atMs), JSON.stringify([{ field }])],
      ),
    pause: (atMs: number) =>
      rows(
        `insert into status_event (account_id, scope, scope_id, from_status, to_status, user_id, version, at)
         values ($1, 'source', $2, $3, $4, $5, 1, $6)`,
        [accountId, sourceId, STATUS_CODES.live, STATUS_CODES.paused, user.id, new Date(atMs)],
      ),
    effects: () =>
      rows(
        'select kind, cannot_tell, hours, actual, completes, low, high, like_count from act_effect where source_id = $1 order by at',
        [sourceId],
      ),
  }
}

const ACT_MS = noon + 10 * MINUTE_MS
const DUE_MS = noon + 26 * HOUR_MS

test('a price after which three times as many complete has an effect above zero, judged once (forecast.md §4)', async () => {
  const desk = await opened()
  await desk.edit('supplier_cpi', ACT_MS)
  for (let hour = 1; hour <= 24; hour++) await desk.complete(6, noon + hour * HOUR_MS)
  await desk.sweep(noon + 24 * HOUR_MS)
  expect(await desk.effects()).toEqual([])
  await desk.sweep(DUE_MS)
  await desk.sweep(DUE_MS + HOUR_MS)
  const effects = await desk.effects()
  expect(effects).toMatchObject([{ kind: 'price', cannot_tell: null, hours: 24, actual: 144, like_count: 0 }])
  expect(effects[0].low).toBeGreaterThan(0)
  expect(effects[0].completes).toBeGreaterThan(70)
})

test('a pause has the completes that did not come (forecast.md §4)', async () => {
  const desk = await opened()
  await desk.pause(ACT_MS)
  await desk.sweep(DUE_MS)
  const [effect] = await desk.effects()
  expect(effect).toMatchObject({ kind: 'pause', cannot_tell: null, actual: 0 })
  expect(effect.high).toBeLessThan(0)
})

test('an act without a forecast, and one that another follows, have none (forecast.md §4)', async () => {
  const unsealed = await opened({ isSealed: false })
  await unsealed.edit('quotas', ACT_MS)
  await unsealed.sweep(DUE_MS)
  expect(await unsealed.effects()).toMatchObject([{ kind: 'quota', cannot_tell: 'no_forecast' }])
  const twice = await opened()
  await twice.edit('supplier_cpi', ACT_MS)
  await twice.edit('respondents', ACT_MS + HOUR_MS)
  await twice.sweep(DUE_MS)
  // the second one is due an hour later
  expect(await twice.effects()).toMatchObject([{ kind: 'price', cannot_tell: 'changed_again' }])
})

test('an edit of a name is no act with an effect', async () => {
  const desk = await opened()
  await desk.edit('name', ACT_MS)
  await desk.sweep(DUE_MS)
  expect(await desk.effects()).toEqual([])
})
