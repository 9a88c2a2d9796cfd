import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'
import { JournalEntry } from './entry.ts'
import { JournalCheckpoint, JournalId, Seq } from './upload.ts'

/** One journal in the list: whose, where, how long, how many entries and errors. Times are the server's own. */
export const JournalSummary = Schema.Struct({
  journal: JournalId,
  pm_dsh_ud: Id,
  dashboard_name: Schema.String,
  uid: Id,
  username: Schema.String,
  firstname: Schema.String,
  lastname: Schema.String,
  build: Schema.String,
  first_at: IsoInstant,
  last_at: IsoInstant,
  /** By the browser's clock, from the first entry to the last. */
  duration_seconds: Schema.Number,
  entries: Schema.Int,
  errors: Schema.Int,
  has_gaps: Schema.Boolean,
})
export type JournalSummary = typeof JournalSummary.Type

/**
 * A page of a journal. `from` is the state where folding begins, given with the first page; `next_after` asks for the next page,
 * null at the end.
 */
export const JournalPage = Schema.Struct({
  journal: JournalSummary,
  from: Schema.NullOr(JournalCheckpoint),
  entries: Schema.Array(JournalEntry),
  /** Missing entries, within the page and just before it. */
  gaps: Schema.Array(Schema.Struct({ from: Seq, to: Seq })),
  next_after: Schema.NullOr(Schema.Int),
  /** The viewer may not read personal data: names and typed text are masked, and fingerprints left out. */
  is_masked: Schema.Boolean,
})
export type JournalPage = typeof JournalPage.Type

/** One viewing of a journal. */
export const JournalLook = Schema.Struct({
  uid: Id,
  username: Schema.String,
  firstname: Schema.String,
  lastname: Schema.String,
  by_link: Schema.Boolean,
  at: IsoInstant,
})
export type JournalLook = typeof JournalLook.Type

/** How long a link to a journal is valid. */
export const LINK_HOURS_DEFAULT = 7 * 24
export const LINK_HOURS_MAX = 30 * 24
export const JournalLinkRequest = Schema.Struct({
  hours: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: LINK_HOURS_MAX }))),
  /** The entry that the viewer opens at. */
  seq: Schema.optionalKey(Seq),
})
export const JournalLink = Schema.Struct({ token: Schema.String, expires_at: IsoInstant })
export type JournalLink = typeof JournalLink.Type

/** A page of the journal that a link opens, and the entry that it points at. */
export const LinkedJournalPage = Schema.Struct({ ...JournalPage.fields, seq: Schema.NullOr(Seq) })
export type LinkedJournalPage = typeof LinkedJournalPage.Type
