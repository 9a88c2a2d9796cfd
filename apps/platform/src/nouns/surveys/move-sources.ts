import type { MovedSources } from '@desk/schema/surveys/survey-form'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { recordEdited, type Actor } from '#kernel/edits/edit'
import { isOpen } from '../sources/dearest-source-sql.ts'
import { tellTable } from '../sources/table-moved.ts'

/**
 * Moves the own out-of-field dates of a locked survey's sources by whole days, in the open transaction (docs/decisions/0100). Sources
 * that have ended or have no date of their own stay as they are.
 */
export async function moveSources(
  tx: Tx,
  actor: Actor,
  surveyId: number,
  { stmids, days }: MovedSources,
): Promise<void> {
  const { rows } = await sql<{ id: number; before: Date; after: Date }>`
    with held as (
      select s.source_id, s.out_of_field_at as before, z.iana_name from source s join time_zone z on z.code = s.out_of_field_zone_code
      where s.account_id = ${actor.accountId} and s.survey_id = ${surveyId} and s.source_id = any(${stmids}::int[])
        and s.out_of_field_at is not null and ${isOpen('s.status')}
      order by s.source_id for no key update of s)
    update source x set out_of_field_at = (h.before at time zone h.iana_name + make_interval(days => ${days}::int)) at time zone h.iana_name,
      edit_version = x.edit_version + 1
    from held h where x.account_id = ${actor.accountId} and x.source_id = h.source_id
    returning x.source_id as id, h.before, x.out_of_field_at as after`.execute(tx)
  const moved = rows.toSorted((one, other) => one.id - other.id)
  await recordEdited(
    tx,
    actor,
    'source',
    moved.map(({ id, before, after }) => ({
      id,
      before: { out_of_field_date: before.toISOString() },
      after: { out_of_field_date: after.toISOString() },
    })),
  )
  await tellTable(
    tx,
    actor.accountId,
    surveyId,
    moved.map(({ id }) => id),
  )
}
