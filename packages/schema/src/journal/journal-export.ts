import { Schema } from 'effect'
import { JournalEntry } from './entry.ts'
import { JournalCheckpoint } from './upload.ts'

/** A journal as a file: what `pnpm replay` reads, and what tests/journals/ keeps. */
export const JournalExport = Schema.Struct({
  journal: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
  build: Schema.String,
  from: JournalCheckpoint,
  entries: Schema.Array(JournalEntry),
})
export type JournalExport = typeof JournalExport.Type
