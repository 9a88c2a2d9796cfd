import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Study } from '#ledger/testing/study'
import { useDatabase } from '#testing/database/harness'
import { anySteps, playCourse } from '../figure-changes/testing/course.ts'
import { asRollup, together, type RollupThen } from './counts-then.ts'
import { readCountsThen } from './counts-then.store.ts'

const fresh = useDatabase()

interface Reading {
  readonly rollup: Omit<RollupThen, 'hours'>
  readonly hours: RollupThen['hours']
}

/** The stored figures of the two sources and of their survey, as every table shows them now. */
const figuresNow = (database: DeskDatabase, { accountId, surveyId, sourceIds }: Study, at: Date) =>
  database.readAsAccount(accountId, async tx => {
    const { rows } = await sql<Reading>`
      select json_build_object('entrants', coalesce(r.entrants, 0), 'eqTerms', coalesce(r.eq_terms, 0), 'terms', coalesce(r.terms, 0), 'oQs', coalesce(r.oqs, 0),
          'sqTerms', coalesce(r.sq_terms, 0), 'abandons', coalesce(r.abandons, 0), 'inflight', coalesce(r.inflight, 0), 'completes', coalesce(r.completes, 0),
          'pricedCompletes', coalesce(r.priced_completes, 0), 'expenseCents', coalesce(r.expense_cents, 0), 'revenueCents', coalesce(r.revenue_cents, 0),
          'pricedRevenueCents', coalesce(r.priced_revenue_cents, 0), 'loiMedianSeconds', r.loi_median_seconds::float8,
          'lastCompleteAt', to_char(r.last_complete_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as rollup,
        coalesce((select json_agg(json_build_array(extract(epoch from h.hour)::int / 3600, h.completes_live) order by h.hour) from hour_bucket h
          where h.account_id = ${accountId} and h.scope = o.scope and h.scope_id = o.id and h.completes_live > 0 and h.hour > ${at}::timestamptz - interval '50 hours' and h.hour <= ${at}), '[]') as hours
      from unnest(array[3, 3, 2], ${[...sourceIds, surveyId]}::int[]) with ordinality as o(scope, id, place)
        left join rollup r on r.account_id = ${accountId} and r.scope = o.scope and r.scope_id = o.id order by o.place`.execute(
      tx,
    )
    return rows
  })

test('counts, money, median length, last complete and the completes of 50 hours at any past moment are those that the tables showed then, for sources and their survey (forecast.md §7)', async () => {
  const { database } = fresh()
  const property = fc.asyncProperty(anySteps, async steps => {
    const { study, moments } = await playCourse(database, steps, (of, at) => figuresNow(database, of, at))
    const { accountId, sourceIds } = study
    for (const { at, reading } of moments) {
      const counts = await database.readAsAccount(accountId, tx => readCountsThen(tx, { accountId, sourceIds, at }))
      const own = sourceIds.flatMap(id => counts.get(id) ?? [])
      const then = [...own, together(own)].map(asRollup).map(({ hours, lastCompleteAt, ...rollup }) => ({
        rollup: { ...rollup, lastCompleteAt: lastCompleteAt?.toISOString() ?? null },
        hours,
      }))
      expect(then).toEqual(reading)
    }
  })
  // some 16 moments each: over 1,000 in all
  await fc.assert(property, { numRuns: 70 })
}, 180_000)
