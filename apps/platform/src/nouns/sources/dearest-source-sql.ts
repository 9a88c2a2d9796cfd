import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { DearestSource } from '@desk/schema/surveys/survey-warnings'
import { sql, type RawBuilder } from 'kysely'

/** Whether a source or survey has not ended. @param status its column */
export const isOpen = (status: string): RawBuilder<boolean> =>
  sql`${sql.ref(status)} not in (${sql.lit(STATUS_CODES.complete)}, ${sql.lit(STATUS_CODES.cancelled)})`

/** The open source that pays most for a complete, as json; null: none pays. @param passes which sources, `s`, are meant */
export const dearestSource = (passes: RawBuilder<unknown>): RawBuilder<DearestSource | null> => sql`(
  select jsonb_build_object('name', d.name, 'supplier_cpi', d.cents / 100.0)
  from (
    select s.source_id, s.name, coalesce((
             select max(coalesce(x.supply_price_cents, s.supply_price_cents)) from source_supplier x
             where x.account_id = s.account_id and x.source_id = s.source_id), s.supply_price_cents) as cents
    from source s where ${passes} and ${isOpen('s.status')}) d
  where d.cents is not null order by d.cents desc, d.source_id limit 1)`
