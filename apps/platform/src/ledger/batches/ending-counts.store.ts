import type { Tx } from '#kernel/db/tx'

const DAY_HOURS = 24
/** The days of a block: a year is read by some thirteen of them. */
export const BLOCK_DAYS = 28

/**
 * The things that an `ending_count` counts: an hour, a day (UTC) or a block of days of a source and supplier, or an
 * hour or a day of the whole account.
 */
export const ENDING_GRAINS = { hours: 1, days: 2, totals: 3, blocks: 4, dayTotals: 5 } as const

/** The lines that no sweep has added up yet, one row for each count. */
export const unfoldedEndings = (lines: string): string =>
  `${lines} t cross join lateral unnest(t.hours, t.source_ids, t.supplier_ids, t.codes, t.rules, t.respondents) as l(hour, source_id, supplier_id, code, rule, respondents)`

/** Counts by hour in every grain, to be added up. @param from a relation with account_id, hour, source_id, supplier_id, code, rule and respondents */
export function inEveryGrain(from: string): string {
  const { hours, days, totals, blocks, dayTotals } = ENDING_GRAINS
  const rows = (grain: number, slot: string, place = 'source_id, supplier_id') =>
    `select account_id, ${grain} as grain, ${slot} as slot, ${place}, code, rule, respondents from ${from}`
  return [
    rows(hours, 'hour'),
    rows(days, `hour / ${DAY_HOURS}`),
    rows(totals, 'hour', '0, 0'),
    rows(blocks, `hour / ${DAY_HOURS * BLOCK_DAYS}`),
    rows(dayTotals, `hour / ${DAY_HOURS}`, '0, 0'),
  ].join(' union all ')
}

/**
 * Adds the lines of batches to the counts of where entrants end, for every account; lines and counts together are the same before and after.
 * @returns how many lines there were
 */
export async function foldEndings(tx: Tx, limit: number): Promise<number> {
  const { rows } = await tx.client.query<{ lines: number }>({
    text: `with taken as (
        delete from ending_line where ctid = any(array(select ctid from ending_line limit $1)) returning *
      ), added as (
        select t.account_id, l.* from ${unfoldedEndings('taken')}
      ), folded as (
        insert into ending_count as c (account_id, grain, slot, source_id, supplier_id, code, rule, respondents)
        select account_id, grain, slot, source_id, supplier_id, code, rule, sum(respondents) from (${inEveryGrain('added')}) a
        group by 1, 2, 3, 4, 5, 6, 7 having sum(respondents) <> 0
        on conflict (account_id, grain, slot, source_id, supplier_id, code, rule) do update set respondents = c.respondents + excluded.respondents
      )
      select count(*)::int as lines from taken`,
    values: [limit],
  })
  return rows[0]?.lines ?? 0
}
