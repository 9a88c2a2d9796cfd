import type { RespondentCode } from '@desk/schema/respondents/state'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { ALL_SOURCES } from '../sums/fold-sums.store.ts'

/** Respondents of a supplier within a source who came to a state, as a sweep would have summed them. */
export interface SummedEntries {
  readonly accountId: number
  readonly sourceId: number
  readonly supplierId: number
  readonly code: RespondentCode
  readonly respondents: number
  readonly reason?: string
  readonly expenseCents?: number
  readonly revenueCents?: number
  /** Of each interview, and its stated length. */
  readonly seconds?: number
  readonly statedSeconds?: number
}

const DAY = '2026-11-02T00:00:00Z'

/** Adds entries to the sums of an hour, its quarter of a day and its day, of the source and of the whole account. */
export async function addEntries(
  tx: Tx,
  {
    accountId,
    sourceId,
    supplierId,
    code,
    respondents,
    reason = '',
    expenseCents = 0,
    revenueCents = 0,
    seconds = 0,
    statedSeconds = 0,
  }: SummedEntries,
): Promise<void> {
  await sql`
    insert into ledger_sum as s (account_id, source_id, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request,
      respondents, expense_cents, revenue_cents, priced_completes, priced_revenue_cents, interview_seconds, stated_seconds, first_position, last_position)
    select ${accountId}, of.source_id, grain, ${DAY}::timestamptz, ${supplierId}, 0, ${code}, 'entered', ${reason}, 0,
      ${respondents}, ${expenseCents}, ${revenueCents}, ${expenseCents > 0 ? respondents : 0}, ${expenseCents > 0 ? revenueCents : 0}, ${seconds * respondents}, ${statedSeconds * respondents}, 1, 1
    from (values ('hour'), ('quarter'), ('day')) as g(grain) cross join (values (${sourceId}::int), (${ALL_SOURCES})) as of(source_id)
    on conflict (account_id, source_id, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request) do update set
      (respondents, expense_cents, revenue_cents, priced_completes, priced_revenue_cents, interview_seconds, stated_seconds) = (s.respondents + excluded.respondents, s.expense_cents + excluded.expense_cents,
        s.revenue_cents + excluded.revenue_cents, s.priced_completes + excluded.priced_completes, s.priced_revenue_cents + excluded.priced_revenue_cents, s.interview_seconds + excluded.interview_seconds, s.stated_seconds + excluded.stated_seconds)`.execute(
    tx,
  )
}
