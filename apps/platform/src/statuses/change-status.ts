import { STATUS_CODES, hasEnded, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import { BLOCK_REASONS } from '@desk/schema/statuses/block-reasons'
import { cascadeSteps, type StatusVerdict } from '@desk/machines/status/judge'
import type {
  StatusChangeAnswer,
  StatusChangeRequest,
  StatusEvent,
  StatusView,
} from '@desk/schema/statuses/status-view'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome, Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import { recordChanges, type Act, type Step } from './record-changes.ts'
import { allowedOf, judgedChange, statusView, type StatusRow } from './status-row.ts'
import { findStatus, lockChildren, lockStatus } from './statuses.store.ts'

/**
 * Changes a status as a user (api:P9), by the one pipeline (docs/decisions/0031): the shared status machine judges on what the database
 * says under lock, and the write keeps the history, of its cascade too, and tells the feed of it.
 */
export function changeStatus(
  tx: Tx,
  actor: Actor,
  { scope, id, statusid: to, version, note, command_id: commandId }: StatusChangeRequest,
): Promise<Outcome<StatusChangeAnswer, StatusChangeAnswer | StatusView>> {
  const { accountId, user, at } = actor
  const read = async () => requireFound(await findStatus(tx, accountId, scope, id), scope)
  let events: readonly StatusEvent[] = []
  return edit<StatusRow, StatusCode, StatusChangeAnswer, StatusView>(tx, actor, {
    scope,
    noun: 'status',
    id,
    lock: async () => ((await lockStatus(tx, accountId, scope, id)) ? read() : undefined),
    judge: row => ({ before: row.status, after: to }),
    version: row => ({ seen: version, stored: row.version }),
    judgeChange: row => blocked(row, judgedChange(scope, row, to, at)),
    async write(_to, row) {
      const act: Act = {
        accountId,
        userId: user.uid,
        at,
        reason: null,
        note: note ?? null,
        commandId: commandId ?? null,
      }
      const own = await recordChanges(tx, act, scope, [{ id, from: row.status, to }])
      events = [...own, ...(await cascade(tx, act, scope, id, to))]
    },
    hasOwnHistory: true,
    async read() {
      const row = await read()
      return { status: statusView(row), allowed: allowedOf(scope, row, at), events }
    },
    current: async () => statusView(await read()),
  })
}

const blocked = (row: StatusRow, verdict: StatusVerdict): Refusal<StatusView> | undefined =>
  verdict.kind === 'blocked'
    ? { kind: 'refused', reason: verdict.reason, message: BLOCK_REASONS[verdict.reason], current: statusView(row) }
    : undefined

/** Completing or cancelling a parent does the same to every child that has not ended, each as its own event (domain.md §2). */
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
