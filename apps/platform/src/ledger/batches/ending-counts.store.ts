import type { Tx } from '#kernel/db/tx'

/** What an `ending_count` counts: an hour or a day (UTC) of a source and supplier, or an hour of the whole account. */
export const ENDING_GRAINS = { hours: 1, days: 2, totals: 3 } as const

/** The lines that no sweep has added up yet, one row for each count. */
export const unfoldedEndings = (lines: string): string =>
  `${lines} t cross join lateral unnest(t.hours, t.source_ids, t.supplier_ids, t.codes, t.rules, t.respondents) as l(hour, source_id, supplier_id, code, rule, respondents)`

/**
 * Adds the lines of batches to the counts of where entrants end, for every account; lines and counts together are the same before and after.
 * @returns how many lines there were
 */
export async function foldEndings(tx: Tx, limit: number): Promise<number> {
  const { hours, days, totals } = ENDING_GRAINS
  const { rows } = await tx.client.query<{ lines: number }>({
    text: `with taken as (
        delete from ending_line where ctid = any(array(select ctid from ending_line limit $1)) returning *
      ), added as (
        select t.account_id, l.* from ${unfoldedEndings('taken')}
      ), folded as (
        insert into ending_count as c (account_id, grain, slot, source_id, supplier_id, code, rule, respondents)
        select account_id, grain, slot, source_id, supplier_id, code, rule, sum(respondents) from (
          select account_id, ${hours} as grain, hour as slot, source_id, supplier_id, code, rule, respondents from added
          union all select account_id, ${days}, hour / 24, source_id, supplier_id, code, rule, respondents from added
          union all select account_id, ${totals}, hour, 0, 0, code, rule, respondents from added
        ) a group by 1, 2, 3, 4, 5, 6, 7 having sum(respondents) <> 0
        on conflict (account_id, grain, slot, source_id, supplier_id, code, rule) do update set respondents = c.respondents + excluded.respondents
      )
      select count(*)::int as lines from taken`,
    values: [limit],
  })
  return rows[0]?.lines ?? 0
}
