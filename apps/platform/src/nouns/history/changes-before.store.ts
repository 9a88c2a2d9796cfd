import type { ChangeBefore } from '@desk/schema/today/today'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'

/** Where and when something began. */
export interface Beginning {
  readonly key: number
  readonly sourceId: number | null
  readonly surveyId: number | null
  readonly projectId: number | null
  readonly at: Date
  /** How long before it a change counts. */
  readonly withinHours: number
}

interface Row extends Omit<ChangeBefore, 'at'> {
  readonly key: number
  readonly at: Date
}

const WITHIN = sql`b."withinHours" * interval '1 hour'`
const HERE = sql`(('source', b."sourceId"), ('survey', b."surveyId"), ('project', b."projectId"))`

/** The last change by a user, of the source, its survey or its project, within some hours before each beginning. */
export async function readChangesBefore(
  tx: Tx,
  accountId: number,
  beginnings: readonly Beginning[],
): Promise<ReadonlyMap<number, ChangeBefore>> {
  if (beginnings.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select b.key, c.scope, c.act, c.by, c.at, c.fields
    from jsonb_to_recordset(${JSON.stringify(beginnings)}::jsonb) as b (key int, "sourceId" int, "surveyId" int, "projectId" int, at timestamptz, "withinHours" int)
      cross join lateral (
        select * from (
          select e.scope, e.act, ${userName('e.account_id', 'e.user_id')} as by, e.at,
            array(select f ->> 'field' from jsonb_array_elements(e.changes) f) as fields
          from object_edit e
          where e.account_id = ${accountId} and (e.scope, e.object_id) in ${HERE} and e.at between b.at - ${WITHIN} and b.at
          union all
          select t.scope, 'status', ${userName('t.account_id', 't.user_id')}, t.at, '{status}'
          from status_event t
          where t.account_id = ${accountId} and (t.scope, t.scope_id) in ${HERE} and t.user_id is not null and t.at between b.at - ${WITHIN} and b.at) h
        order by h.at desc limit 1) c`.execute(tx)
  return new Map(rows.map(({ key, at, ...change }) => [key, { ...change, at: at.toISOString() }]))
}
