import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { whileAnalysed } from '#testing/test-demo'
import { makeDemoAccounts } from './demo-accounts.ts'
import { planDemo } from './demo-plan.ts'
import { writeStudies } from './demo-studies.ts'
import { makeDemo } from './make-demo.ts'
import { removeUnfinishedDemo } from './unfinished-demo.ts'

const HOUR_MS = 60 * 60 * 1000
const fresh = useDatabase()
const log = pino({ level: 'silent' })

test(
  'the demo is created once, on an empty database, and again when the first start was interrupted: 15 projects in all statuses, 49 surveys, 186 sources of all types, two weeks of respondents, and a record of forecasts (forecast.md §2)',
  { timeout: 120_000 },
  async () => {
    const { database, url } = fresh()
    const removeUnfinished = () => removeUnfinishedDemo(url)
    // at the quietest hour of the day, when the demo must still look busy
    const now = mostRecent(Date.now(), 5.5)
    expect(await makeDemo(database, { wanted: false, log, now, removeUnfinished })).toEqual({
      made: false,
      present: false,
    })
    await database.asSystem(async tx => {
      await makeDemoAccounts(tx)
      await writeStudies(tx, planDemo(1), now)
    })
    expect(await whileAnalysed(url, () => makeDemo(database, { wanted: true, log, now, removeUnfinished }))).toEqual({
      made: true,
      present: true,
    })
    expect(await makeDemo(database, { wanted: true, log, now, removeUnfinished })).toEqual({
      made: false,
      present: true,
    })
    const { rows } = await database.readAsSystem(tx =>
      sql<Record<string, unknown>>`
      select (select count(*) from account) as accounts, (select count(*) from project) as projects, (select count(distinct status) from project) as statuses,
             (select count(*) from survey) as surveys, (select count(*) from source) as sources, (select count(distinct type) from source) as types,
             (select count(*) from supplier where account_id = 11) as suppliers,
             (select sum(entrants) from rollup where scope = 3) = (select count(*) from respondent where not is_test) as "everyoneCounted",
             (select count(*) > 10000 from respondent) as busy,
             (select count(*) > 50 from respondent where code = 11) as "someInProgress",
             (select count(*) > 100 and count(*) filter (where v.rule = 'duplicate_fingerprint' and v.set_by = 'account'
                 and exists (select from respondent o where o.account_id = r.account_id and o.source_id = r.source_id and o.fingerprint = r.fingerprint and o.entered_at < r.entered_at
                   and o.entered_at > r.entered_at - interval '24 hours')) = count(*)
               from respondent r left join rule_verdict v on v.account_id = r.account_id and v.rdud = r.rdud and v.refused where r.code = 20) as "refusedByRules",
             (select defended_account_id from account where account_type = 'DEFENDER') as defended,
             (select array_agg(k.name || ' of ' || u.firstname || ' ' || u.lastname || ', ' || k.account_id order by k.account_id)
               from api_key k join app_user u on u.user_id = k.user_id and u.password_hash is null) as simulators,
             (select count(*) > 20 from forecast_finish where scope = 3 and is_full and finished_at is not null) as "finishesKnown",
             (select max(entered_at) - min(entered_at) > interval '13 days' from respondent) as "twoWeeks"`.execute(tx),
    )
    expect(rows).toEqual([
      {
        accounts: 4,
        projects: 15,
        statuses: 6,
        surveys: 49,
        sources: 186,
        types: 3,
        suppliers: 12,
        everyoneCounted: true,
        busy: true,
        someInProgress: true,
        refusedByRules: true,
        defended: 11,
        simulators: [
          'Simulated respondents of Traffic Simulator, 11',
          'Simulated respondents of Traffic Simulator, 12',
        ],
        finishesKnown: true,
        twoWeeks: true,
      },
    ])
  },
)

/** The last moment that was this many hours after midnight, UTC. */
function mostRecent(nowMs: number, hours: number): Date {
  const sinceThen = (nowMs - hours * HOUR_MS) % (24 * HOUR_MS)
  return new Date(nowMs - sinceThen)
}
