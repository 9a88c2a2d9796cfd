import { fold, type Checkpoint } from '@desk/machines/journal/fold'
import { receiveState } from '@desk/machines/journal/receive-state'
import type { MachineState } from '@desk/machines/runtime/step'
import {
  MAX_JOURNAL_BYTES,
  MAX_JOURNAL_ENTRIES,
  type JournalBatch,
  type JournalTaken,
} from '@desk/schema/journal/upload'
import type { Tx } from '#kernel/db/tx'
import { entryOf } from './journal-page.ts'
import * as store from './journals.store.ts'
import { noteVisit } from './visits.store.ts'
import { takenEntries, type TakenEntry } from './taken-entry.ts'

/** The entries folded into the checkpoint at a time, so that no batch waits long. */
const CUT_ENTRIES = 2_000

export interface Append {
  readonly accountId: number
  readonly userId: number
  readonly journalId: string
  readonly batch: JournalBatch
  readonly at: Date
  readonly limits?: { readonly maxEntries: number; readonly maxBytes: number }
}

const LIMITS = { maxEntries: MAX_JOURNAL_ENTRIES, maxBytes: MAX_JOURNAL_BYTES } as const
const sizeOf = ({ event, machine }: { readonly event: string; readonly machine: string }): number =>
  event.length + machine.length + 60

/** The initial states sent with a journal, as far as they are accepted. */
function beginning(from: JournalBatch['from']): Checkpoint {
  const states: Record<string, MachineState> = {}
  const versions: Record<string, string> = {}
  for (const [key, state] of Object.entries(from?.states ?? {})) {
    const version = from?.versions[key]
    const received = receiveState(key, version, state)
    if (received === null || version === undefined) continue
    states[key] = received
    versions[key] = version
  }
  return { seq: 0, states, versions }
}

/**
 * Appends a batch to the user's journal of this id in this account, which the first batch creates. Entries already
 * stored are skipped, so that a batch can be sent again; gaps are allowed.
 * @returns what the server has now
 */
export async function appendBatch(
  tx: Tx,
  { accountId, userId, journalId, batch, at, limits = LIMITS }: Append,
): Promise<JournalTaken> {
  const entries = takenEntries(batch.entries)
  const times = entries.map(entry => entry.atMs)
  const [firstMs, lastMs] = [Math.min(...times), Math.max(...times)]
  const head = await store.lockJournal(tx, {
    accountId,
    userId,
    journalId,
    build: batch.build,
    at,
    atMs: firstMs,
    checkpoint: JSON.stringify(beginning(batch.from)),
    checkpointSeq: 0,
  })
  // entries within the checkpoint were received before
  const after = entries.filter(entry => entry.seq > head.checkpointSeq)
  const inserted = await store.insertEntries(tx, head, after)
  const fresh = after.filter(entry => inserted.has(entry.seq))
  const contiguousSeq = await store.contiguousSeq(tx, head, head.contiguousSeq)
  const highestSeq = Math.max(head.highestSeq, ...fresh.map(entry => entry.seq))
  const bytes = fresh.reduce((sum, entry) => sum + sizeOf(entry), 0)
  if (fresh.length > 0 && batch.entries.some(isActivity)) await noteVisit(tx, { accountId, userId }, at)
  if (fresh.length > 0) {
    await store.updateHead(tx, head, {
      at,
      build: batch.build,
      entries: fresh.length,
      bytes,
      errors: fresh.filter(entry => entry.isError).length,
      firstMs,
      lastMs,
      contiguousSeq,
      highestSeq,
      routes: textsOf(fresh, 'route'),
      errorTexts: textsOf(fresh, 'errorText'),
    })
  }
  await keepWithin(
    tx,
    { ...head, keptEntries: head.keptEntries + fresh.length, keptBytes: head.keptBytes + bytes },
    journalId,
    limits,
  )
  return { contiguous_seq: contiguousSeq, highest_seq: highestSeq }
}

const isActivity = ({ machine, event }: JournalBatch['entries'][number]): boolean =>
  machine === 'idle' && event.type === 'activity.seen'

function textsOf(entries: readonly TakenEntry[], name: 'route' | 'errorText'): readonly string[] {
  return [...new Set(entries.flatMap(entry => entry[name] ?? []))]
}

/** Folds the oldest entries of a long journal into its checkpoint, as the browser does with its own. */
async function keepWithin(
  tx: Tx,
  head: store.JournalHead,
  journalId: string,
  { maxEntries, maxBytes }: { readonly maxEntries: number; readonly maxBytes: number },
): Promise<void> {
  if (head.keptEntries <= maxEntries && head.keptBytes <= maxBytes) return
  const over = Math.max(head.keptEntries - maxEntries, Math.ceil(head.keptEntries * (1 - maxBytes / head.keptBytes)))
  const oldest = await store.readEntries(
    tx,
    head,
    head.checkpointSeq,
    Math.max(over, Math.min(CUT_ENTRIES, head.keptEntries >> 1)),
  )
  const last = oldest.at(-1)
  if (last === undefined) return
  const checkpoint = fold(
    oldest.map(row => entryOf(journalId, row)),
    JSON.parse(head.checkpoint) as Checkpoint,
  ) // written here alone
  await store.cutEntries(tx, head, {
    checkpoint: JSON.stringify(checkpoint),
    seq: last.seq,
    entries: oldest.length,
    bytes: oldest.reduce((sum, row) => sum + sizeOf(row), 0),
  })
}
