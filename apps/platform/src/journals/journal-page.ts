import type { JournalEntry, JournalEvent } from '@desk/schema/journal/entry'
import type { JournalPage } from '@desk/schema/journal/journal-view'
import type { JournalCheckpoint } from '@desk/schema/journal/upload'
import type { Tx } from '#kernel/db/tx'
import { readEntries, readFacts, type JournalKey, type Person } from './journals.store.ts'
import type { StoredEntry } from './taken-entry.ts'

/** Converts a row to an entry for replay. */
export function entryOf(journal: string, { event, ...row }: StoredEntry): JournalEntry {
  return { session: journal, ...row, event: JSON.parse(event) as JournalEvent } // written by takenEntries alone
}

function gapsIn(entries: readonly StoredEntry[], from: number): { from: number; to: number }[] {
  let expected = from + 1
  return entries.flatMap(({ seq }) => {
    const gap = seq > expected ? [{ from: expected, to: seq - 1 }] : []
    expected = seq + 1
    return gap
  })
}

/** A page before its users' names are looked up. */
export type JournalPageFacts = Omit<JournalPage, 'journal' | 'is_masked'> & {
  readonly journal: Omit<JournalPage['journal'], keyof Person>
}

/** Reads a page of a journal; the first one with the initial states. */
export async function pageOfJournal(
  tx: Tx,
  key: JournalKey,
  after: number,
  limit: number,
): Promise<JournalPageFacts | undefined> {
  const facts = await readFacts(tx, key)
  if (!facts) return undefined
  const { summary, checkpoint, checkpointSeq } = facts
  const isFirst = after <= checkpointSeq
  const begin = Math.max(after, checkpointSeq)
  const rows = await readEntries(tx, key, begin, limit)
  const last = rows.at(-1)
  return {
    journal: summary,
    from: isFirst ? (JSON.parse(checkpoint) as JournalCheckpoint) : null, // written by appendBatch alone
    entries: rows.map(row => entryOf(summary.journal, row)),
    gaps: gapsIn(rows, begin),
    next_after: last !== undefined && rows.length === limit ? last.seq : null,
  }
}
