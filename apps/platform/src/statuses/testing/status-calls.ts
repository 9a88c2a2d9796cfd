import type { StatusScope } from '@desk/schema/statuses/status'
import type { Caller } from '@desk/api/authorization'
import type { StatusChangeRequest } from '@desk/schema/statuses/status-view'
import { sql } from 'kysely'
import { callerOf, callOver, keyed } from '#testing/caller'
import type { FreshDatabase } from '#testing/database/test-server'
import type { Study } from '#testing/study'
import { statusHandlers } from '../handlers.ts'

/** Calls for tests of statuses, and queries of what they stored. */
export function statusCalls(fresh: () => FreshDatabase) {
  const change = (caller: Caller, request: StatusChangeRequest, key?: string) =>
    callOver(fresh().database, statusHandlers, 'change', { caller, sent: { payload: request, headers: keyed(key) } })
  const options = (caller: Caller, scope: StatusScope, id: number) =>
    callOver(fresh().database, statusHandlers, 'options', { caller, sent: { params: { scope, id } } })
  const history = (caller: Caller, scope: StatusScope, id: number, query = {}) =>
    callOver(fresh().database, statusHandlers, 'history', { caller, sent: { params: { scope, id }, query } })

  const rows = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
    (await fresh().database.readAsSystem(tx => statement.execute(tx))).rows
  const feedOf = (accountId: number) =>
    rows(
      sql<
        Record<string, unknown>
      >`select kind, project_id, survey_id, source_id, body from change_feed where account_id = ${accountId} order by position`,
    )
  const statusesIn = (study: Study) =>
    rows<{ what: string; status: number }>(sql`
      select 'project' as what, status from project where project_id = ${study.projectId}
      union all select 'survey', status from survey where survey_id = ${study.surveyId}
      union all (select 'source', status from source where survey_id = ${study.surveyId} order by source_id)`)

  /** Resolves when so many transactions wait for a lock of another one. */
  async function someoneWaits(wanted: number): Promise<void> {
    const waiting = sql<{ n: number }>`
      select count(distinct l.pid) as n from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`
    // each look in a transaction of its own: the server shows one transaction the same activity all along
    while (((await rows(waiting))[0]?.n ?? 0) < wanted);
  }

  /** Locks rows until all transactions wait for them, and releases them together. */
  async function meetingAt<A>(study: Study, start: () => readonly Promise<A>[]): Promise<PromiseSettledResult<A>[]> {
    const { database } = fresh()
    const { started } = await database.asSystem(async tx => {
      await sql`select from project where project_id = ${study.projectId} for update`.execute(tx)
      await sql`select from source where survey_id = ${study.surveyId} for update`.execute(tx)
      const works = start()
      await someoneWaits(works.length)
      return { started: works }
    })
    return Promise.allSettled(started)
  }

  return { someoneWaits, change, options, history, rows, feedOf, statusesIn, meetingAt }
}

export const callerIn = (study: Study) => callerOf({ accountId: study.accountId, userId: study.userId })
