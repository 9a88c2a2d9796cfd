import { ENDING_GROUPS_MAX } from '@desk/schema/defender/endings'
import type { ExportPreview } from '@desk/schema/defender/export'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { ENDING_GRAINS, unfoldedEndings } from '#ledger/batches/ending-counts.store'
import type { Hours } from '../endings/ending-slots.ts'

interface Row {
  readonly sources: ExportPreview['sources'] | null
  readonly suppliers: NonNullable<ExportPreview['suppliers']> | null
}

const DAY_HOURS = 24

/** The sources and suppliers with the most entrants of a time, of its whole days. */
export async function listPlaces(
  tx: Tx,
  accountId: number,
  { first, end }: Hours,
): Promise<{
  readonly sources: ExportPreview['sources']
  readonly suppliers: NonNullable<ExportPreview['suppliers']>
}> {
  const { rows } = await sql<Row>`
    with counted as materialized (
      select source_id, supplier_id, sum(respondents) as entrants from (
        select source_id, supplier_id, respondents from ending_count
        where account_id = ${accountId} and grain = ${ENDING_GRAINS.days} and slot >= ${Math.floor(first / DAY_HOURS)} and slot < ${Math.ceil(end / DAY_HOURS)}
        union all
        select l.source_id, l.supplier_id, l.respondents from ${sql.raw(unfoldedEndings('ending_line'))} where t.account_id = ${accountId} and l.hour >= ${first} and l.hour < ${end}
      ) r group by 1, 2 having sum(respondents) > 0
    )
    select
      (select json_agg(json_build_object('id', s.source_id, 'name', s.name, 'survey', json_build_object('id', y.survey_id, 'name', y.name),
          'project', json_build_object('id', p.project_id, 'name', p.name)) order by p.name, y.name, s.name, s.source_id)
        from (select source_id, sum(entrants) as entrants from counted group by 1 order by 2 desc, 1 limit ${ENDING_GROUPS_MAX}) g
        join source s on s.account_id = ${accountId} and s.source_id = g.source_id
        join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
        join project p on p.account_id = s.account_id and p.project_id = s.project_id) as sources,
      (select json_agg(json_build_object('id', u.supplier_id, 'name', u.name) order by u.name, u.supplier_id)
        from (select supplier_id, sum(entrants) as entrants from counted where supplier_id > 0 group by 1 order by 2 desc, 1 limit ${ENDING_GROUPS_MAX}) g
        join supplier u on u.account_id = ${accountId} and u.supplier_id = g.supplier_id) as suppliers`.execute(tx)
  return { sources: rows[0]?.sources ?? [], suppliers: rows[0]?.suppliers ?? [] }
}
