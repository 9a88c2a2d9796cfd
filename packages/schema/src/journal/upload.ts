import { Schema } from 'effect'
import { JournalEvent } from './entry.ts'

/** A journal's id: a UUID that the browser makes. */
export const JournalId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
)

/**
 * The limits of one batch; when the page hides, the browser sends fewer bytes (64 KB is its limit for all calls that
 * outlive a page).
 */
export const MAX_BATCH_ENTRIES = 1_000
export const MAX_BATCH_BYTES = 512 * 1024

/** How many entries a journal keeps; the oldest beyond them are folded into its checkpoint, in the browser and on the server. */
export const MAX_JOURNAL_ENTRIES = 50_000
export const MAX_JOURNAL_BYTES = 50 * 1024 * 1024

/** A machine's name, with a slash and the instance where there are several. */
export const MachineKey = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9-]{0,59}(\/[A-Za-z0-9-]{1,40})?$/))
const Digest = Schema.String.check(Schema.isPattern(/^[0-9a-f]{16}$/))
export const Seq = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))

/** An entry as uploaded; the call says which journal it belongs to. */
export const JournalUploadEntry = Schema.Struct({
  seq: Seq,
  atMs: Schema.Finite,
  machine: MachineKey,
  version: Digest,
  event: JournalEvent,
  fingerprint: Digest,
})
export type JournalUploadEntry = typeof JournalUploadEntry.Type

/** A machine's plain state, as a checkpoint keeps it. */
export const JournalState = Schema.Struct({ value: Schema.Json, context: Schema.Record(Schema.String, Schema.Json) })

/** The states after an entry, by machine, and the versions of the machines that made them. */
export const JournalCheckpoint = Schema.Struct({
  seq: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  states: Schema.Record(Schema.String, JournalState),
  versions: Schema.Record(Schema.String, Schema.String),
})
export type JournalCheckpoint = typeof JournalCheckpoint.Type

/**
 * A batch of one journal. `from`: the states before its first entry, if the page was already in use (another user was signed in).
 * Repeats are no error: an entry is taken once.
 */
export const JournalBatch = Schema.Struct({
  build: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
  from: Schema.optionalKey(JournalCheckpoint),
  entries: Schema.Array(JournalUploadEntry).check(Schema.isMinLength(1), Schema.isMaxLength(MAX_BATCH_ENTRIES)),
})
export type JournalBatch = typeof JournalBatch.Type

/** The server's progress: it has everything up to `contiguous_seq`; `highest_seq` is greater when there is a gap. */
export const JournalTaken = Schema.Struct({ contiguous_seq: Schema.Int, highest_seq: Schema.Int })
export type JournalTaken = typeof JournalTaken.Type
