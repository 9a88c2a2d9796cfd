/**
 * How long a what-if about a price takes over HTTP, on an account with 1,000 live and 400 finished sources with price steps,
 * once the hourly sweep has left its fit in memory. Beside it the read of the same source's forecast.
 */
import { setTimeout } from 'node:timers/promises'
import { startDatabaseServer } from './desk/database.ts'
import { startPlatform } from './desk/processes.ts'
import { liveStudy, signIn, someoneOf } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { unlessQuick } from './harness/quick.ts'
import { runBench } from './harness/run.ts'
import { quantile, report, rounded } from './measure.ts'

const LIVE = unlessQuick(1_000, 20)
const FINISHED = unlessQuick(400, 20)
const ASKED = unlessQuick(200, 20)
const HOURS = 168
const GOAL_MS = 150

runBench(async cleanup => {
  const server = await startDatabaseServer('what-if')
  cleanup(() => server.stop())
  const { url: databaseUrl, database, asOwner } = await server.createDatabase()
  const study = await liveStudy(database, LIVE + FINISHED)
  const { accountId, sourceIds } = study
  const person = await someoneOf(database, accountId)
  const [firstFinished = 0] = sourceIds.slice(LIVE)
  await asOwner(`
    update source set target = case when source_id >= ${firstFinished} then ${HOURS / 2} else 400 end, supply_price_cents = 250,
      out_of_field_at = now() + interval '5 days' where account_id = ${accountId};
    insert into hour_bucket (account_id, scope, scope_id, hour, entrants, completes_live)
    select ${accountId}, 3, s.source_id, date_trunc('hour', now()) - make_interval(hours => n), 4 + n % 3, (n + s.source_id) % 2
    from source s, generate_series(1, ${HOURS}) n where s.account_id = ${accountId};
    insert into rollup (account_id, scope, scope_id) select ${accountId}, 3, source_id from source where account_id = ${accountId} on conflict do nothing;
    update rollup set entrants = ${5 * HOURS}, code_30 = ${HOURS / 2} where account_id = ${accountId} and scope = 3;
    insert into object_edit (account_id, scope, object_id, act, changes, at)
    select ${accountId}, 'source', source_id, 'edited', '[{"field": "supplier_cpi", "from": 2, "to": 2.5}]', now() - interval '${HOURS / 2} hours'
    from source where account_id = ${accountId} and source_id >= ${firstFinished};
    analyze`)
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const token = await signIn(platform.url, person)

  async function tookMs(path: string): Promise<number> {
    const startedAtMs = nowMs()
    const answer = await fetch(`${platform.url}${path}`, {
      headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
    })
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`)
    return nowMs() - startedAtMs
  }

  const live = sourceIds.slice(0, LIVE)
  const sourceAt = (at: number): number => live[at % live.length] ?? 0
  const each = async (pathOf: (sourceId: number, at: number) => string): Promise<readonly number[]> => {
    const allMs: number[] = []
    for (let at = 0; at < ASKED; at++) allMs.push(await tookMs(pathOf(sourceAt(at), at)))
    return allMs
  }
  // the first sweep, which leaves the account's fit in memory
  const sweptAfterMs = nowMs()
  while (
    (await asOwner(`select from forecast_head where account_id = ${accountId} and swept_hour is not null`)).length === 0
  )
    await setTimeout(500)
  const sweepMs = rounded(nowMs() - sweptAfterMs)
  const firstMs = await tookMs(`/v1/forecasts/source/${sourceAt(0)}/what-if?price=3`)
  const whatIfMs = await each((id, at) => `/v1/forecasts/source/${id}/what-if?price=${(2.6 + at / 100).toFixed(2)}`)
  const actsMs = await each(id => `/v1/forecasts/source/${id}/acts`)
  const readMs = await each(id => `/v1/forecasts/source/${id}`)
  const p95 = (allMs: readonly number[]) => rounded(quantile(allMs, 0.95))
  const [ours, peer] = [p95(whatIfMs), p95(readMs)]
  console.log({ sweepMs, firstMs: rounded(firstMs), whatIfP95Ms: ours, actsP95Ms: p95(actsMs), readP95Ms: peer })
  report(
    {
      name: 'what-if',
      ratio: ours / peer,
      ratioIs: 'p95 of a what-if about a price, by that of the read of the same forecast',
      ours,
      peer,
      unit: 'ms',
      goal: `p95 ≤ ${GOAL_MS} ms`,
      met: ours <= GOAL_MS,
    },
    {
      measured: `${ASKED} what-ifs over HTTP, one after another, on ${LIVE} live and ${FINISHED} finished sources of ${HOURS} hours`,
      peerIs: 'the read of the same source’s forecast with its record',
      sweepMs,
      firstMs: rounded(firstMs),
      actsP95Ms: p95(actsMs),
    },
  )
})
