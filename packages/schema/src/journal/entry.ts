import { Schema } from 'effect'

/** The version of the journal's own form; an entry of another version is not folded. */
export const JOURNAL_VERSION = 1

/** An event as it is journalled: its type and its other fields, secrets left out. */
export const JournalEvent = Schema.StructWithRest(Schema.Struct({ type: Schema.String }), [
  Schema.Record(Schema.String, Schema.Json),
])
export type JournalEvent = typeof JournalEvent.Type

/** Replaces the fingerprint of a masked entry: the real one would reveal too much of the original state. */
export const MASKED_FINGERPRINT = ''

/**
 * One event from outside that a machine received. Entries are ordered by `seq`, never by time.
 * `machine` is the machine's name, with a slash and the instance where there are several: 'session', 'load/project'.
 * `version` is the machine's version hash, `fingerprint` that of its state after the event.
 */
export const JournalEntry = Schema.Struct({
  session: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
  seq: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  atMs: Schema.Finite,
  machine: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
  version: Schema.String,
  event: JournalEvent,
  fingerprint: Schema.String,
})
export type JournalEntry = typeof JournalEntry.Type
