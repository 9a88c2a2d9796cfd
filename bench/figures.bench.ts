/** B10 and settlement.md §4: reports of a time, why a figure changed and of whom, tables as they were (forecast.md §7), and the native dashboard (defender.md §5), over a ledger of 10,000,000 lines, over HTTP; against plain sums of the ledger by SQL. */
import type { ChangePart } from '@desk/schema/figures/figure-change'
import { accountSums } from './desk/account-sums.ts'
import { startDatabaseServer } from './desk/database.ts'
import { startPlatform } from './desk/processes.ts'
import { liveStudy, signIn, someoneOf } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { quantile, report, rounded } from './measure.ts'

const LINES = unlessQuick(10_000_000, 20_000)
const SOURCES = unlessQuick(100, 4)
const ROUNDS = unlessQuick(5, 1)
/** The ledger's lines are of so many days until now, alike in each. */
const DAYS = 28
const DAY_MS = 86_400_000
const GOALS = { reportMs: 1_000, changeMs: 300, listMs: 300, asItWasMs: 300, dashboardMs: 300 }
const P95 = 0.95
const DASHBOARDS = 10

/** Of each source, so many sub-quotas. */
const QUOTAS = 5

const REPORTS = [
  'traffic?by=day&',
  'traffic?by=hour&',
  'traffic?by=supplier&and=source&',
  'traffic?by=state&and=reason&',
  'suppliers?and=month&',
  'terminations?',
  'costs?',
] as const

/** Figures of a report's total and of its lines, with the line; of the whole ledger unless its report is of a time. */
const ofReports = (sourceId: number, day: string) =>
  [
    ['costs/change?figure=margin', 7],
    ['costs/change?figure=revenue_adjusted', 7],
    ['traffic/change?figure=ir', 27],
    ['costs/change?by=supplier&line=supplier.&figure=revenue', 7],
    [`traffic/change?by=source&line=source.${sourceId}&figure=conversion`, 27],
    [`suppliers/change?by=day&line=day.${day}&figure=loi_ratio`, 7],
    ['traffic/change?by=state&line=state.30&figure=entrants', 1],
    [`terminations/change?by=source&line=source.${sourceId}&line=state.31&line=reason.&figure=share`, 7],
  ] as const

/** A part as its respondents are asked for. */
const partOf = ({ sup, cause, from_code, to_code, rule, request }: ChangePart): string =>
  Object.entries({ sup, cause, from_code, to_code, rule, request })
    .flatMap(([name, value]) => (value === undefined || value === null ? [] : [`${name}=${value}`]))
    .join('&')

runBench(async cleanup => {
  const server = await startDatabaseServer('figures')
  cleanup(() => server.stop())
  const { url: databaseUrl, database, asOwner } = await server.createDatabase()
  const study = await liveStudy(database, SOURCES)
  const { accountId, projectId, surveyId } = study
  const person = await someoneOf(database, accountId)
  const firstMs = Date.now() - DAYS * DAY_MS
  const madeAtMs = nowMs()
  // half of the lines are entries, half returns; indexes are made once all are there
  const stepMs = (DAYS * DAY_MS) / LINES
  // a respondent's two lines are neighbours, and ids are in the order of the entries, as the desk makes them
  const rdudOf = (respondent: string) =>
    `(lpad(to_hex((${firstMs} + ${respondent} * ${(2 * stepMs).toFixed(6)})::bigint), 12, '0') || substr(md5((${respondent})::text), 1, 20))::uuid`
  const supplierOf = (rdud: string) => `(hashtext((${rdud})::text) & 3)`
  const returnedTo = (respondent: string) => `(array[30, 31, 32, 40])[1 + (${respondent} / ${SOURCES}) % 4]`
  await asOwner(`
    select ensure_ledger_months(now() - interval '2 months', now());
    drop index respondent_event_by_rdud, respondent_event_of_source, respondent_event_cost, respondent_event_failing;
    insert into respondent_event (account_id, at, position, rdud, source_id, from_code, to_code, changed, is_test, cpi_cents, sell_price_cents, detail)
    select ${accountId}, to_timestamp(${firstMs / 1_000} + n * ${(stepMs / 1_000).toFixed(9)}), n, ${rdudOf('n / 2')},
      ${study.sourceIds[0] ?? 0} + (n / 2) % ${SOURCES}, case when n % 2 = 0 then null else 11 end,
      case when n % 2 = 1 then ${returnedTo('n / 2')} when n % 20 = 0 then 20 else 11 end, true, false,
      case when n % 2 = 1 and (n / 2 / ${SOURCES}) % 4 = 0 then 250 end, case when n % 2 = 1 and (n / 2 / ${SOURCES}) % 4 = 0 then 500 end,
      case when n % 20 = 0 then '{"rule": "duplicate_ip"}'::jsonb end
    from generate_series(1, ${LINES}) n;
    drop index respondent_by_rid, respondent_by_fingerprint, respondent_by_address, respondent_of_quota;
    insert into respondent (account_id, rdud, source_id, survey_id, project_id, supplier_id, rid, code, quota_no, loi_stated_seconds, entered_at, ended_at)
    select ${accountId}, ${rdudOf('n')}, ${study.sourceIds[0] ?? 0} + n % ${SOURCES}, ${surveyId}, ${projectId}, nullif(${supplierOf(rdudOf('n'))}, 0), 'rid-' || n, ${returnedTo('n')},
      1 + (n / ${SOURCES}) % ${QUOTAS}, 500, to_timestamp(${firstMs / 1_000} + 2 * n * ${(stepMs / 1_000).toFixed(9)}), to_timestamp(${firstMs / 1_000} + (2 * n + 1) * ${(stepMs / 1_000).toFixed(9)})
    from generate_series(0, ${LINES / 2}) n;
    create unique index respondent_by_rid on respondent (account_id, rid, source_id);
    create index respondent_of_quota on respondent (account_id, source_id, quota_no, rdud) include (supplier_id, place_freed) where quota_no is not null;
    insert into source_quota (account_id, source_id, quota_no, name, conditions, target)
    select ${accountId}, source_id, n, 'Quota ' || n, '[]', 5000000 from source, generate_series(1, ${QUOTAS}) n where account_id = ${accountId};
    create index respondent_event_by_rdud on respondent_event (account_id, rdud);
    create index respondent_event_of_source on respondent_event (account_id, source_id, position) where changed and not is_test;
    create temporary table hour as
      select source_id, date_trunc('hour', at, 'UTC') as starts_at, ${supplierOf('rdud')} as supplier_id, coalesce(from_code, 0) as from_code, to_code,
        case when from_code is null then 'entered' when to_code = 40 then 'abandoned' else 'returned' end as cause, coalesce(detail ->> 'rule', '') as reason,
        count(*) as respondents, coalesce(sum(cpi_cents), 0) as expense_cents, coalesce(sum(sell_price_cents), 0) as revenue_cents, count(cpi_cents) as priced_completes,
        min(position) as first_position, max(position) as last_position
      from respondent_event where account_id = ${accountId} group by 1, 2, 3, 4, 5, 6, 7;
    insert into ledger_sum
    select ${accountId}, source_id, g.grain, date_bin(g.length, starts_at, '1970-01-01 00:00:00Z'), supplier_id, from_code, to_code, cause, reason, 0,
      sum(respondents), sum(expense_cents), sum(revenue_cents), sum(priced_completes), sum(600 * priced_completes), sum(500 * priced_completes), min(first_position), max(last_position), sum(revenue_cents)
    from hour cross join (values ('hour', interval '1 hour'), ('quarter', interval '6 hours'), ('day', interval '24 hours')) as g(grain, length) group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    -- those of a source's hour lie beside each other, as the sweep writes them
    order by 4, 2;
    ${accountSums(accountId)}
    insert into hour_bucket (account_id, scope, scope_id, hour, entrants, completes_live)
    select ${accountId}, 1, ${projectId}, starts_at, sum(respondents) filter (where from_code = 0), coalesce(sum(respondents) filter (where to_code = 30), 0) from hour group by starts_at;
    insert into ledger_folded select ${accountId}, source_id, max(last_position), null from hour group by 1, 2;
    insert into rollup (account_id, scope, scope_id) select ${accountId}, 3, source_id from source on conflict do nothing;
    ${(['project', 'survey', 'source'] as const).map(table => `update ${table} set created_at = now() - interval '3 months' where account_id = ${accountId};`).join('\n    ')}
    update ledger_folded f set version = r.version from rollup r where r.scope = 3 and r.scope_id = f.source_id`)
  // as a desk's tables are that was not filled a minute ago
  await asOwner('vacuum (analyze)')
  await server.restart()
  const madeMs = nowMs() - madeAtMs
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const token = await signIn(platform.url, person)

  async function read(path: string): Promise<{ readonly tookMs: number; readonly text: string }> {
    const startedAtMs = nowMs()
    const answer = await fetch(`${platform.url}${path}`, {
      headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
    return { tookMs: nowMs() - startedAtMs, text }
  }
  const since = (days: number) => new Date(Date.now() - days * DAY_MS - 1_234_567).toISOString()
  const until = () => new Date(Date.now() + 60_000).toISOString()
  const changes = [
    ...[1, 7, 27].map(days => [`source/${study.sourceIds[1] ?? study.sourceId}`, days] as const),
    ...[1, 7, 27].map(days => [`survey/${surveyId}`, days] as const),
    [`project/${projectId}`, 1] as const,
  ]
  const lineChanges = ofReports(study.sourceIds[1] ?? study.sourceId, since(3).slice(0, 10))
  const timesOf = new Map<string, number[]>()
  const time = async (name: string, path: string) => {
    const { tookMs } = await read(path)
    timesOf.set(name, [...(timesOf.get(name) ?? []), rounded(tookMs)])
    return tookMs
  }
  /** Of a change: whom the parts of most and of fewest respondents are of. */
  const listsOf = async (name: string, change: string, query: string) => {
    const { parts } = JSON.parse((await read(`${change}?${query}`)).text) as { readonly parts: readonly ChangePart[] } // of the contract
    const bySize = parts.toSorted((one, other) => other.respondents - one.respondents)
    const lists = [bySize[0], bySize.at(-1)].flatMap((part, at) =>
      part === undefined
        ? []
        : [[`${name}, ${at === 0 ? 'most' : 'fewest'}`, `${change}/respondents?${query}&${partOf(part)}`] as const],
    )
    for (const [, path] of lists)
      if ((await read(path)).text === '[]') throw new Error(`${path} lists nobody, and its change has somebody`)
    return lists
  }
  const moments = (days: number, [from, to] = ['from', 'to']) => `${from}=${since(days)}&${to}=${until()}`

  const quotaChanges = [1, 7, 27].flatMap(days =>
    ['completes', 'inflight'].map(figure => ({
      name: `${figure} of a sub-quota, ${days} days`,
      change: `/v1/figure-changes/source/${study.sourceIds[1] ?? study.sourceId}`,
      query: `figure=${figure}&quota=1&${moments(days)}`,
    })),
  )
  const lists: (readonly [name: string, path: string])[] = []
  for (const [path, days] of lineChanges) {
    const [change = '', query = ''] = path.split('?')
    lists.push(
      ...(await listsOf(
        `who of ${path}, ${days} days`,
        `/v1/reports/${change}`,
        `${query}&${moments(days, ['since', 'until'])}`,
      )),
    )
  }
  for (const { name, change, query } of quotaChanges) lists.push(...(await listsOf(`who of ${name}`, change, query)))

  const sides = await byTurns(ROUNDS, {
    ours: async () => {
      const reportMs: number[] = []
      for (const path of [
        ...REPORTS,
        `traffic?by=day&pm_proj_ud=${projectId}&`,
        `traffic?by=source&pm_proj_ud=${projectId}&`,
      ])
        for (const days of [1, 7, 27])
          reportMs.push(await time(`${path}${days} days`, `/v1/reports/${path}from=${since(days)}`))
      const changeMs: number[] = []
      for (const [object, days] of changes)
        for (const figure of ['completes', 'expense'])
          changeMs.push(
            await time(
              `why ${figure} of a ${object.split('/')[0] ?? ''}, ${days} days`,
              `/v1/figure-changes/${object}?figure=${figure}&from=${since(days)}&to=${until()}`,
            ),
          )
      const lineChangeMs: number[] = []
      for (const [path, days] of lineChanges)
        lineChangeMs.push(
          await time(`why ${path}, ${days} days`, `/v1/reports/${path}&since=${since(days)}&until=${until()}`),
        )
      const quotaChangeMs: number[] = []
      for (const { name, change, query } of quotaChanges)
        quotaChangeMs.push(await time(`why ${name}`, `${change}?${query}`))
      const listMs: number[] = []
      for (const [name, path] of lists) listMs.push(await time(name, path))
      const asItWasMs: number[] = []
      for (const object of [`survey/${surveyId}`, `project/${projectId}`])
        for (const days of [0, 1, 7, 27])
          asItWasMs.push(
            await time(
              `${object.split('/')[0] ?? ''} as it was, ${days} days`,
              `/v1/as-it-was/${object}?at=${since(days)}`,
            ),
          )
      const dashboardMs: number[] = []
      for (let asked = 0; asked < DASHBOARDS; asked++)
        dashboardMs.push(await time('dashboard', `/v1/dashboard${asked % 2 === 0 ? '' : `?pm_proj_ud=${projectId}`}`))
      return {
        reportMs: quantile(reportMs, P95),
        changeMs: quantile(changeMs, P95),
        lineChangeMs: quantile(lineChangeMs, P95),
        quotaChangeMs: quantile(quotaChangeMs, P95),
        listMs: quantile(listMs, P95),
        asItWasMs: quantile(asItWasMs, P95),
        dashboardMs: quantile(dashboardMs, P95),
      }
    },
    // a week of the ledger, summed by source (in place of supplier) and states, without names, money or checks
    peer: async () => {
      const startedAtMs = nowMs()
      await asOwner(
        `select source_id, from_code, to_code, count(*), sum(cpi_cents) from respondent_event where account_id = ${accountId} and changed and not is_test and at >= '${since(7)}' group by 1, 2, 3`,
      )
      return nowMs() - startedAtMs
    },
  })
  const compared = compare(
    sides,
    ours => ours.reportMs,
    peer => peer,
  )
  const p95 = (of: (round: (typeof sides.ours)[number]) => number) => quantile(sides.ours.map(of), P95)
  const reportMs = p95(one => one.reportMs)
  const changeMs = p95(one => one.changeMs)
  const lineChangeMs = p95(one => one.lineChangeMs)
  const quotaChangeMs = p95(one => one.quotaChangeMs)
  const listMs = p95(one => one.listMs)
  const asItWasMs = p95(one => one.asItWasMs)
  const dashboardMs = p95(one => one.dashboardMs)
  report(
    {
      name: 'figures',
      ...headline(compared),
      unit: 'ms, p95 of a report',
      goal: `reports p95 ≤ ${GOALS.reportMs} ms, why a figure changed p95 ≤ ${GOALS.changeMs} ms, of whom a part of that is p95 ≤ ${GOALS.listMs} ms, a table as it was p95 ≤ ${GOALS.asItWasMs} ms, the dashboard p95 ≤ ${GOALS.dashboardMs} ms`,
      met:
        reportMs <= GOALS.reportMs &&
        Math.max(changeMs, lineChangeMs, quotaChangeMs) <= GOALS.changeMs &&
        listMs <= GOALS.listMs &&
        asItWasMs <= GOALS.asItWasMs &&
        dashboardMs <= GOALS.dashboardMs,
    },
    {
      measured: `reports of a day, a week and four weeks, and changes of figures of a source, a survey, a project and a sub-quota, and of lines and totals of reports, with whom their parts are of, and a survey and a project as they were up to 27 days ago, over ${LINES} lines of ${SOURCES} sources in ${DAYS} days, over HTTP`,
      peerIs: 'a sum by source and states of a week of the ledger’s lines by SQL',
      reportP95Ms: rounded(reportMs),
      changeP95Ms: rounded(changeMs),
      lineChangeP95Ms: rounded(lineChangeMs),
      quotaChangeP95Ms: rounded(quotaChangeMs),
      listP95Ms: rounded(listMs),
      asItWasP95Ms: rounded(asItWasMs),
      dashboardP95Ms: rounded(dashboardMs),
      times: Object.fromEntries(timesOf),
      madeSeconds: Math.round(madeMs / 1_000),
    },
  )
})
