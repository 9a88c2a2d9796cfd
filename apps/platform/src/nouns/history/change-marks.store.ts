import { CHANGE_MARKS_MAX, type ChangeMark } from '@desk/schema/history/change-mark'
import type { StatusScope } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'

interface Row extends Omit<ChangeMark, 'at'> {
  readonly at: Date
}

const KEYS = { project: 'project_id', survey: 'survey_id', source: 'source_id' } as const
const BELOW: Readonly<Record<StatusScope, readonly StatusScope[]>> = {
  project: ['project', 'survey', 'source'],
  survey: ['survey', 'source'],
  source: ['source'],
}

/** The changes of an object and of those below it between two moments, the newest first: edits, and changes of status. */
export async function listChangeMarks(
  tx: Tx,
  accountId: number,
  { scope, id }: { readonly scope: StatusScope; readonly id: number },
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly ChangeMark[]> {
  const places = BELOW[scope].map(
    below => sql`
      select ${below}::text as scope, o.${sql.ref(KEYS[below])} as id, o.name from ${sql.table(below)} o
      where o.account_id = ${accountId} and o.${sql.ref(KEYS[scope])} = ${id}`,
  )
  const { rows } = await sql<Row>`
    select p.scope, p.id, p.name, c.act, c.by, c.at, c.fields
    from (${sql.join(places, sql` union all `)}) p
      cross join lateral (
        select e.act, ${userName('e.account_id', 'e.user_id')} as by, e.at,
          array(select f ->> 'field' from jsonb_array_elements(e.changes) f) as fields
        from object_edit e
        where e.account_id = ${accountId} and e.scope = p.scope and e.object_id = p.id and e.at between ${from} and ${to}
        union all
        select 'status', ${userName('t.account_id', 't.user_id')}, t.at, '{status}'
        from status_event t
        where t.account_id = ${accountId} and t.scope = p.scope and t.scope_id = p.id and t.at between ${from} and ${to}) c
    order by c.at desc, p.scope, p.id limit ${CHANGE_MARKS_MAX}`.execute(tx)
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}
