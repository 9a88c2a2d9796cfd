import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { AutoPauseReason } from '@desk/schema/statuses/pause-reasons'
import { judgeStatusChange } from '@desk/machines/status/judge'
import type { Tx } from '#kernel/db/tx'
import { recordChanges } from './record-changes.ts'
import { statusFacts } from './status-row.ts'
import { findStatus, lockStatus } from './statuses.store.ts'

export interface AutoPause {
  readonly scope: 'source' | 'survey'
  readonly id: number
  readonly reason: AutoPauseReason
  readonly at: Date
}

/**
 * Pauses a live source or survey as the system (domain.md §2), with history and feed, in the open transaction. A
 * transaction that pauses several must go in order of id, so that none deadlock.
 * @returns false when it is not live or does not exist
 */
export async function autoPause(tx: Tx, accountId: number, { scope, id, reason, at }: AutoPause): Promise<boolean> {
  const locked = await lockStatus(tx, accountId, scope, id)
  const row = locked ? await findStatus(tx, accountId, scope, id) : undefined
  if (!row) return false
  const to = STATUS_CODES.autoPaused
  if (judgeStatusChange(statusFacts(scope, row, at), to, 'system').kind !== 'allowed') return false
  await recordChanges(tx, { accountId, userId: null, reason, note: null, commandId: null, at }, scope, [
    { id, from: row.status, to },
  ])
  return true
}
