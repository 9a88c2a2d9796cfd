import { hasEnded, type StatusCode } from '@desk/schema/statuses/status'
import { BLOCK_REASONS } from '@desk/schema/statuses/block-reasons'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Refusal } from '#kernel/edits/outcome'

/** The ended project or survey above a source, with its status. */
export type EndedAbove =
  | { readonly pm_proj_ud: number; readonly statusid: StatusCode }
  | { readonly pm_sy_ud: number; readonly statusid: StatusCode }

/**
 * Refuses a source below a project or survey that is complete or cancelled: it could never go live. Locks both, so
 * that they do not end before the commit, in the same order as an ending: after the table's lock (table-moved.ts),
 * before a source's.
 */
export async function refuseEnded(
  tx: Tx,
  accountId: number,
  { projectId, surveyId }: { readonly projectId: number; readonly surveyId: number },
): Promise<Refusal<EndedAbove> | undefined> {
  const project = await holdStatus(tx, accountId, 'project', projectId)
  const survey = await holdStatus(tx, accountId, 'survey', surveyId)
  const current: EndedAbove | null = hasEnded(project)
    ? { pm_proj_ud: projectId, statusid: project }
    : hasEnded(survey)
      ? { pm_sy_ud: surveyId, statusid: survey }
      : null
  return current === null
    ? undefined
    : { kind: 'refused', reason: 'parent_terminal', message: BLOCK_REASONS.parent_terminal, current }
}

async function holdStatus(tx: Tx, accountId: number, scope: 'project' | 'survey', id: number): Promise<StatusCode> {
  const { rows } = await sql<{ status: StatusCode }>`
    select status from ${sql.table(scope)} where account_id = ${accountId} and ${sql.ref(`${scope}_id`)} = ${id} for share`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error(`The ${scope} above a source is there.`)
  return row.status
}
