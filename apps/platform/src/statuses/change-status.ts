import { STATUS_CODES, hasEnded, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import { BLOCK_REASONS } from '@desk/schema/statuses/block-reasons'
import { cascadeSteps } from '@desk/machines/status/judge'
import type {
  StatusChangeAnswer,
  StatusChangeRequest,
  StatusEvent,
  StatusView,
} from '@desk/schema/statuses/status-view'
import type { Tx } from '#kernel/db/tx'
import type { Actor } from '#kernel/edits/edit'
import { stale, type Outcome } from '#kernel/edits/outcome'
import { recordChanges, type Act, type Step } from './record-changes.ts'
import { allowedOf, judgedChange, statusView } from './status-row.ts'
import { findStatus, lockChildren, lockStatus } from './statuses.store.ts'

/**
 * Changes a status as a user (api:P9): the shared status machine judges on what the database says under lock, and the change,
 * its cascade, the history and the feed are stored in the open transaction. Refused, nothing is stored.
 */
export async function changeStatus(
  tx: Tx,
  actor: Actor,
  request: StatusChangeRequest,
): Promise<Outcome<StatusChangeAnswer, StatusView>> {
  const { scope, id, statusid: to } = request
  const locked = await lockStatus(tx, actor.accountId, scope, id)
  const row = locked ? await findStatus(tx, actor.accountId, scope, id) : undefined
  if (!row) return { kind: 'missing' }

  const verdict = judgedChange(scope, row, to, actor.at)
  if (verdict.kind === 'same')
    return { kind: 'done', answer: { status: statusView(row), allowed: allowedOf(scope, row, actor.at), events: [] } }
  if (request.version !== row.version) return stale('status', statusView(row))
  if (verdict.kind === 'blocked')
    return { kind: 'refused', reason: verdict.reason, message: BLOCK_REASONS[verdict.reason], current: statusView(row) }

  const act: Act = { ...actor, reason: null, note: request.note ?? null, commandId: request.command_id ?? null }
  const own = await recordChanges(tx, act, scope, [{ id, from: row.status, to }])
  const below = await cascade(tx, act, scope, id, to)
  const after = await findStatus(tx, actor.accountId, scope, id)
  if (!after) return { kind: 'missing' }
  return {
    kind: 'done',
    answer: { status: statusView(after), allowed: allowedOf(scope, after, actor.at), events: [...own, ...below] },
  }
}

/** Completing or cancelling a parent does the same to what below it is not terminal, each as its own event (domain.md §2). */
async function cascade(
  tx: Tx,
  parent: Act,
  scope: StatusScope,
  id: number,
  to: StatusCode,
): Promise<readonly StatusEvent[]> {
  if (scope === 'source' || !hasEnded(to)) return []
  const act: Act = {
    ...parent,
    note: null,
    reason: `${scope}_${to === STATUS_CODES.complete ? 'complete' : 'cancelled'}`,
  }
  const events: StatusEvent[] = []
  for (const childScope of scope === 'project' ? (['survey', 'source'] as const) : (['source'] as const)) {
    const children = await lockChildren(tx, act.accountId, childScope, { scope, id })
    const ways = children.map(child => ({ child, way: [child.status, ...cascadeSteps(child.status, to)] }))
    const longest = Math.max(0, ...ways.map(({ way }) => way.length - 1))
    for (let at = 0; at < longest; at++) {
      events.push(
        ...(await recordChanges(
          tx,
          act,
          childScope,
          ways.flatMap(({ child, way }) => stepAt(child.id, way, at)),
        )),
      )
    }
  }
  return events
}

function stepAt(id: number, way: readonly StatusCode[], at: number): readonly Step[] {
  const [from, to] = [way[at], way[at + 1]]
  return from === undefined || to === undefined ? [] : [{ id, from, to }]
}
