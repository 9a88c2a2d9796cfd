import { CHANGE_EVENTS_MAX } from '@desk/schema/figures/figure-change'
import type { StatusScope } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Asked } from './moves.store.ts'

export interface StoredChangeEvent {
  readonly at: Date
  readonly kind: 'status' | 'target' | 'quotas'
  readonly scope: StatusScope
  readonly id: number
  readonly name: string
  readonly from: number | null
  readonly to: number | null
  readonly by: string | null
  readonly reason: string | null
  readonly note: string | null
}

/** The history's name for a target, and for the sub-quotas of a source. */
const TARGET = 'respondents'
const QUOTAS = 'quotas'

/** An object with the ones above and below it: their statuses and targets let respondents in, or keep them out. */
const OBJECTS = {
  project: (accountId: number, id: number) => sql`
    select 'project' as scope, project_id as id, name from project where account_id = ${accountId} and project_id = ${id}
    union all select 'survey', survey_id, name from survey where account_id = ${accountId} and project_id = ${id}
    union all select 'source', source_id, name from source where account_id = ${accountId} and project_id = ${id}`,
  survey: (accountId: number, id: number) => sql`
    select 'project' as scope, p.project_id as id, p.name from survey y join project p using (account_id, project_id) where y.account_id = ${accountId} and y.survey_id = ${id}
    union all select 'survey', survey_id, name from survey where account_id = ${accountId} and survey_id = ${id}
    union all select 'source', source_id, name from source where account_id = ${accountId} and survey_id = ${id}`,
  source: (accountId: number, id: number) => sql`
    select 'project' as scope, p.project_id as id, p.name from source s join project p using (account_id, project_id) where s.account_id = ${accountId} and s.source_id = ${id}
    union all select 'survey', y.survey_id, y.name from source s join survey y using (account_id, survey_id) where s.account_id = ${accountId} and s.source_id = ${id}
    union all select 'source', source_id, name from source where account_id = ${accountId} and source_id = ${id}`,
} as const satisfies Record<StatusScope, (accountId: number, id: number) => RawBuilder<unknown>>

/** Reads the changes of statuses and targets of an object between the two moments, as `listChangeEvents` does. @param ofQuota whether those of its sub-quotas matter */
export const readChangeEvents = (
  tx: Tx,
  { accountId, scope, id, from, to }: Omit<Asked, 'addends'>,
  ofQuota: boolean,
) => listChangeEvents(tx, accountId, OBJECTS[scope](accountId, id), from, to, ofQuota)

/**
 * Reads the changes of statuses and targets between two moments, newest first: one more than an answer has, where there are more.
 * @param objects a query of `scope, id, name`
 * @param withQuotas also tells that the sub-quotas of sources were edited; what of them, their histories tell
 */
export async function listChangeEvents(
  tx: Tx,
  accountId: number,
  objects: RawBuilder<unknown>,
  from: Date,
  to: Date,
  withQuotas = false,
): Promise<readonly StoredChangeEvent[]> {
  const { rows } = await sql<StoredChangeEvent>`
    with objects as materialized (${objects})
    select * from (
      select e.at, 'status' as kind, o.scope, o.id, o.name, e.from_status::int as "from", e.to_status::int as "to", ${userName('e.account_id', 'e.user_id')} as by, e.reason, e.note
      from objects o join status_event e on e.account_id = ${accountId} and e.scope = o.scope and e.scope_id = o.id and e.at >= ${from} and e.at < ${to}
      union all
      select e.at, told.kind, o.scope, o.id, o.name, case told.kind when 'target' then (c->>'from')::float8::int end, case told.kind when 'target' then (c->>'to')::float8::int end,
        ${userName('e.account_id', 'e.user_id')}, e.agent, null
      from objects o join object_edit e on e.account_id = ${accountId} and e.scope = o.scope and e.object_id = o.id and e.at >= ${from} and e.at < ${to} and e.act = 'edited'
        cross join lateral jsonb_array_elements(e.changes) c
        join (values (${TARGET}, 'target') ${withQuotas ? sql`, (${QUOTAS}, 'quotas')` : sql``}) as told(field, kind) on told.field = c->>'field'
    ) happened order by at desc, kind, scope, id limit ${CHANGE_EVENTS_MAX + 1}`.execute(tx)
  return rows
}
