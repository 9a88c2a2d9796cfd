import { sql, type Kysely } from 'kysely'

const [DAYS, BLOCKS, DAY_TOTALS, BLOCK_DAYS] = [2, 4, 5, 28]

/** Where entrants end over more than a month (docs/decisions/0071): blocks of 28 days of a source and supplier, and days (UTC) of the account, from the days that are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `insert into ending_count (account_id, grain, slot, source_id, supplier_id, code, rule, respondents)
       select account_id, ${BLOCKS}, slot / ${BLOCK_DAYS}, source_id, supplier_id, code, rule, sum(respondents) from ending_count where grain = ${DAYS} group by 1, 3, 4, 5, 6, 7
       union all select account_id, ${DAY_TOTALS}, slot, 0, 0, code, rule, sum(respondents) from ending_count where grain = ${DAYS} group by 1, 3, 6, 7`,
    )
    .execute(db)
}
