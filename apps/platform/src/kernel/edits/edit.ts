import type { Caller } from '@desk/api/authorization'
import type { HistoryScope } from '@desk/schema/history/history'
import type { Schema } from 'effect'
import { isDeepStrictEqual } from 'node:util'
import { originOf, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../db/tx.ts'
import { recordEdit, recordEdits, type HistoryFacts } from '../history/history.store.ts'
import type { Requester } from '../http/requester.ts'
import { stale, type Outcome, type Refusal } from './outcome.ts'

/** Who changes something, for which account, from where and when: a caller in the moment of the change. */
export interface Actor extends Caller, Partial<Requester> {
  readonly at: Date
}

/** Who, where and when, as the history and the audit log keep it. */
const signed = (actor: Actor) => ({
  accountId: actor.accountId,
  userId: actor.user.uid,
  at: actor.at,
  origin: originOf(actor),
})

/** The result of judging an edit: what it would store. */
export interface Wanted<Change> {
  /** The stored fields, in the form of `after`: if both are equal there is nothing to do. */
  readonly before: unknown
  readonly after: Change
  /** Whether a stale version refuses the edit; unset: yes. */
  readonly isGuarded?: boolean
}

type Soon<Value> = Value | Promise<Value>

/**
 * An edit's history: the object's fields read before and after the write, or, where only the write shows it, both
 * afterwards; nothing where the write has a history of its own, as a status has.
 */
type EditHistory<Stored> =
  | { readonly facts: () => Promise<HistoryFacts> }
  | { readonly changed: (stored: Stored) => Soon<{ readonly before: HistoryFacts; readonly after: HistoryFacts }> }
  | { readonly hasOwnHistory: true }

/** One edit of one object, as its noun defines it; in the order of the pipeline's steps. */
export type Edit<Stored, Change, Answer, Current> = EditHistory<Stored> & {
  readonly scope: HistoryScope
  /** The object's name in the message about a stale edit; the scope by default. */
  readonly noun?: string
  readonly id: number
  /** Locks the object and reads it for the next steps; undefined: the account has none (404). */
  readonly lock: () => Promise<Stored | undefined>
  /** Judges the request, and gives what it would store. */
  readonly judge: (stored: Stored) => Soon<Refusal<Current> | Wanted<Change>>
  /**
   * The version that the editor saw (undefined: overwrite any change in between) and the stored one; unset: the
   * object has none.
   */
  readonly version?: (stored: Stored) => { readonly seen: number | undefined; readonly stored: number }
  /** Checks that apply only to an edit that is not stale. */
  readonly judgeChange?: (stored: Stored, change: Change) => Soon<Refusal<Current> | undefined>
  readonly write: (change: Change, stored: Stored) => Promise<void>
  /** Tells the feed, and the batches at the door. */
  readonly tell?: (stored: Stored, change: Change) => Promise<void>
  readonly read: () => Promise<Answer>
  /** The state shown to a stale editor; unset: the answer. */
  readonly current?: () => Promise<Current>
}

/**
 * Edits an object in the open transaction (docs/decisions/0031): lock, judge, unchanged, stale, judge the change, write, history, feed,
 * answer. A stale edit is refused with the stored object, unless it changes nothing: then it repeats an edit whose answer was lost.
 */
export async function edit<Stored, Change, Answer, Current = never>(
  tx: Tx,
  actor: Actor,
  plan: Edit<Stored, Change, Answer, Current>,
): Promise<Outcome<Answer, Answer | Current>> {
  const stored = await plan.lock()
  if (stored === undefined) return { kind: 'missing' }
  const judged = await plan.judge(stored)
  if ('kind' in judged) return judged
  const { before, after, isGuarded = true } = judged
  if (isSame(before, after)) return { kind: 'done', answer: await plan.read() }
  const version = plan.version?.(stored)
  if (isGuarded && version?.seen !== undefined && version.seen !== version.stored)
    return stale(plan.noun ?? plan.scope, await (plan.current ?? plan.read)())
  const refusal = await plan.judgeChange?.(stored, after)
  if (refusal) return refusal
  const factsBefore = 'facts' in plan ? await plan.facts() : {}
  await plan.write(after, stored)
  if ('hasOwnHistory' in plan) {
    const changes = [{ field: 'status', from: plain(before), to: plain(after) }]
    await recordAudit(tx, { ...signed(actor), act: 'status', scope: plan.scope, objectId: plan.id, changes })
  } else {
    const told = 'facts' in plan ? { before: factsBefore, after: await plan.facts() } : await plan.changed(stored)
    await recordEdit(tx, { ...signed(actor), scope: plan.scope, id: plan.id, act: 'edited', ...told })
  }
  await plan.tell?.(stored, after)
  return { kind: 'done', answer: await plan.read() }
}

/** Canonical JSON, whatever the order of the fields. */
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other))
const plain = (value: unknown): Schema.Json => JSON.parse(JSON.stringify(value ?? null))

/** One creation, as its noun defines it; in the order of the pipeline's steps. */
export interface Making<Place, Answer, Current> {
  readonly scope: HistoryScope
  /** Locks the object above it; undefined: the account has none (404). */
  readonly lock: () => Promise<Place | undefined>
  readonly judge?: (place: Place) => Soon<Refusal<Current> | undefined>
  /** Stores it, and gives its id, or why it cannot be stored after all. */
  readonly write: (place: Place) => Promise<number | Refusal<Current>>
  readonly facts: (id: number) => Soon<HistoryFacts>
  /** Tells the feed, and the batches at the door. */
  readonly tell?: (place: Place, id: number) => Promise<void>
  /** Creates parts with a history of their own; a refusal of one undoes the object as well. */
  readonly parts?: (id: number, place: Place) => Promise<Refusal<Current> | undefined>
  readonly read: (id: number, place: Place) => Soon<Answer>
}

/** Creates an object in the open transaction, by the same pipeline as `edit`. */
export async function make<Place, Answer, Current = never>(
  tx: Tx,
  actor: Actor,
  plan: Making<Place, Answer, Current>,
): Promise<Outcome<Answer, Current>> {
  const place = await plan.lock()
  if (place === undefined) return { kind: 'missing' }
  const refusal = await plan.judge?.(place)
  if (refusal) return refusal
  const id = await plan.write(place)
  if (typeof id !== 'number') return id
  await recordCreated(tx, actor, plan.scope, [{ id, facts: await plan.facts(id) }])
  await plan.tell?.(place, id)
  const partsRefusal = await plan.parts?.(id, place)
  if (partsRefusal) return partsRefusal
  return { kind: 'done', answer: await plan.read(id, place) }
}

/** Records the creation of several objects of a kind, in their order. */
export const recordCreated = (
  tx: Tx,
  actor: Actor,
  scope: HistoryScope,
  created: readonly { readonly id: number; readonly facts: HistoryFacts }[],
): Promise<void> =>
  recordEdits(
    tx,
    created.map(({ id, facts }) => ({ ...signed(actor), scope, id, act: 'created', before: {}, after: facts })),
  )

/** Records edits of several objects of a kind that one act made beside its own. */
export const recordEdited = (
  tx: Tx,
  actor: Actor,
  scope: HistoryScope,
  edited: readonly { readonly id: number; readonly before: HistoryFacts; readonly after: HistoryFacts }[],
): Promise<void> =>
  recordEdits(
    tx,
    edited.map(each => ({ ...signed(actor), scope, act: 'edited', ...each })),
  )

/** For objects directly in the account: there is nothing above to lock. */
export const inAccount = (): Promise<true> => Promise.resolve(true)

/** One deletion, as its noun defines it; in the order of the pipeline's steps. */
export interface Removal<Stored, Current> {
  readonly scope: HistoryScope
  readonly id: number
  /** Locks the object and reads it; undefined: the account has none (404). */
  readonly lock: () => Promise<Stored | undefined>
  /** Refuses while something still uses it. */
  readonly judge?: (stored: Stored) => Soon<Refusal<Current> | undefined>
  readonly facts: (stored: Stored) => Soon<HistoryFacts>
  readonly write: (stored: Stored) => Promise<void>
}

/** Deletes an object in the open transaction, by the same pipeline as `edit`. */
export async function remove<Stored, Current = never>(
  tx: Tx,
  actor: Actor,
  plan: Removal<Stored, Current>,
): Promise<Outcome<null, Current>> {
  const stored = await plan.lock()
  if (stored === undefined) return { kind: 'missing' }
  const refusal = await plan.judge?.(stored)
  if (refusal) return refusal
  const before = await plan.facts(stored)
  await plan.write(stored)
  await recordEdit(tx, { ...signed(actor), scope: plan.scope, id: plan.id, act: 'deleted', before, after: {} })
  return { kind: 'done', answer: null }
}
