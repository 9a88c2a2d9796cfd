import type { Caller } from '@desk/api/authorization'
import { liveBlocks } from '@desk/machines/status/judge'
import { may } from '@desk/schema/permissions/permissions'
import { quotaNotes } from '@desk/schema/sources/quota-coverage'
import { BLOCK_REASONS, type BlockReason } from '@desk/schema/statuses/block-reasons'
import type { LaunchAnswer, LaunchNote, LaunchObject, LaunchPlan, LaunchRequest } from '@desk/schema/statuses/launch'
import { STATUS_CODES, STATUS_LABELS, type StatusScope } from '@desk/schema/statuses/status'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import type { Tx } from '#kernel/db/tx'
import { originOf, recordAudits } from '#kernel/audit/record-audit'
import type { Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import {
  findLaunchSources,
  findLaunchTree,
  lockAll,
  readLaunchRows,
  type LaunchRow,
  type LaunchSource,
  type LaunchTree,
} from './launch.store.ts'
import { recordChanges } from './record-changes.ts'
import { judgedChange, statusFacts } from './status-row.ts'
import { findStored } from './statuses.store.ts'

/** Parents before children, as every lock of statuses. */
const SCOPES: readonly StatusScope[] = ['project', 'survey', 'source']

interface LaunchOf {
  readonly scope: StatusScope
  readonly id: number
}

const idsIn = ({ projectId, surveyIds, sourceIds }: LaunchTree): Readonly<Record<StatusScope, readonly number[]>> => ({
  project: [projectId],
  survey: surveyIds,
  source: sourceIds,
})

async function treeOf(tx: Tx, accountId: number, { scope, id }: LaunchOf): Promise<LaunchTree | undefined> {
  const [row] = await findStored(tx, accountId, scope, [id])
  return row && findLaunchTree(tx, accountId, scope, row)
}

/** The objects that start together with this one, with the blocks and notes of each (docs/decisions/0099). */
export async function planLaunch(tx: Tx, caller: Caller, of: LaunchOf, at: Date): Promise<LaunchPlan | undefined> {
  const { accountId } = caller
  const tree = await treeOf(tx, accountId, of)
  if (tree === undefined) return undefined
  const sources = await findLaunchSources(tx, accountId, tree.sourceIds)
  const objects: LaunchObject[] = []
  for (const scope of SCOPES)
    for (const found of await readLaunchRows(tx, accountId, scope, idsIn(tree)[scope])) {
      const source = scope === 'source' ? sources.get(found.row.id) : undefined
      objects.push(objectOf(found, source, caller, at))
    }
  return { pm_proj_ud: tree.projectId, objects, live_sources: tree.liveSources, left_out: tree.leftOut }
}

function objectOf(found: LaunchRow, source: LaunchSource | undefined, caller: Caller, at: Date): LaunchObject {
  const { scope, row } = found
  return {
    scope,
    id: row.id,
    name: row.name,
    pm_sy_ud: row.surveyId,
    type: source?.type ?? null,
    statusid: row.status,
    version: row.version,
    blocks: blocksOf(scope, row, at),
    notes: source === undefined ? [] : notesOf(found, source, caller),
  }
}

/** All that blocks it, and the reason that the machine's facts do not have: a deleted supplier. */
function blocksOf(scope: StatusScope, row: LaunchRow['row'], at: Date): readonly BlockReason[] {
  const blocks = liveBlocks(statusFacts(scope, row, at))
  const verdict = judgedChange(scope, row, STATUS_CODES.live, at)
  return blocks.length === 0 && verdict.kind === 'blocked' ? [verdict.reason] : blocks
}

function notesOf({ quotas }: LaunchRow, source: LaunchSource, { user }: Caller): readonly LaunchNote[] {
  const { withoutRedirect: suppliers, marginCents } = source
  const seesSupply = may(user, 'see the supply side')
  const notes: LaunchNote[] = []
  if (seesSupply && suppliers.length > 0) notes.push({ kind: 'no_complete_redirect', suppliers })
  if (quotas !== null) notes.push(...quotaNotes(quotas))
  if (seesSupply && may(user, 'see the sell price') && marginCents !== null && marginCents < 0)
    notes.push({ kind: 'margin_below_zero', margin_cents: marginCents })
  return notes
}

const keyOf = ({ scope, id }: LaunchOf): string => `${scope} ${id}`

/**
 * Starts objects together, or pauses them, in the open transaction: all of them or none (docs/decisions/0099). Everything is locked
 * and judged before the first write. An object that has the status already is left as it is.
 */
export async function launch(
  tx: Tx,
  actor: Actor,
  of: LaunchOf,
  { statusid: to, objects }: LaunchRequest,
): Promise<Outcome<LaunchAnswer, LaunchPlan>> {
  const { accountId, user, at } = actor
  const wanted = new Map(objects.map(each => [keyOf(each), each]))
  const idsOf = (scope: StatusScope) => [...wanted.values()].filter(each => each.scope === scope).map(({ id }) => id)
  for (const scope of SCOPES) await lockAll(tx, accountId, scope, idsOf(scope))
  const [origin] = await findStored(tx, accountId, of.scope, [of.id])
  if (origin === undefined) return { kind: 'missing' }
  const found: LaunchRow[] = []
  for (const scope of SCOPES) found.push(...(await readLaunchRows(tx, accountId, scope, idsOf(scope))))
  // an object of another project, or of none of the account, is no part of this launch
  if (found.length < wanted.size || found.some(({ row }) => row.projectId !== origin.projectId))
    return { kind: 'missing' }
  const changing = found.filter(({ row }) => row.status !== to)
  for (const { scope, row } of changing) {
    const refused = refusalOf(scope, row, to, wanted.get(`${scope} ${row.id}`)?.version, at)
    if (refused === null) continue
    const current = await planLaunch(tx, actor, of, at)
    return current === undefined ? { kind: 'missing' } : { kind: 'refused', ...refused, current }
  }
  const act = { accountId, userId: user.uid, at, reason: null, note: null, commandId: null }
  const events: StatusEvent[] = []
  for (const scope of SCOPES) {
    const steps = changing.filter(each => each.scope === scope).map(({ row }) => ({ id: row.id, from: row.status, to }))
    events.push(...(await recordChanges(tx, act, scope, steps)))
  }
  await recordAudits(
    tx,
    events.map(({ scope, id, from }) => ({
      accountId,
      userId: user.uid,
      at,
      origin: originOf(actor),
      act: 'status',
      scope,
      objectId: id,
      changes: [{ field: 'status', from, to }],
    })),
  )
  return { kind: 'done', answer: { events } }
}

function refusalOf(
  scope: StatusScope,
  row: LaunchRow['row'],
  to: LaunchRequest['statusid'],
  seen: number | undefined,
  at: Date,
): { readonly reason: string; readonly message: string } | null {
  const nothing = 'No status was changed.'
  if (seen !== row.version)
    return {
      reason: 'stale_version',
      message: `The status of ${row.name} has changed in the meantime: it is ${STATUS_LABELS[row.status]}. ${nothing}`,
    }
  const verdict = judgedChange(scope, row, to, at)
  return verdict.kind === 'blocked'
    ? { reason: verdict.reason, message: `${row.name}: ${BLOCK_REASONS[verdict.reason]} ${nothing}` }
    : null
}
