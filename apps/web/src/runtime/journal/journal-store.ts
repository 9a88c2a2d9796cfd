import { BEGINNING, fold, type Checkpoint } from '@desk/machines/journal/fold'
import type { JournalEntry } from '@desk/schema/journal/entry'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** How much of all journals this browser keeps: whichever is reached first. */
export const MAX_ENTRIES = 50_000
export const MAX_BYTES = 50 * 1024 * 1024
/** What is left after a cut, as a share of the limit, so that not every batch cuts. */
const KEPT_SHARE = 0.9

export const JOURNAL_DB_NAME = 'desk-journal'

/** One tab's journal from a page load on. */
export interface JournalSession {
  readonly session: string
  readonly startedAtMs: number
  readonly entries: number
  readonly bytes: number
}

interface JournalDb extends DBSchema {
  entries: { key: [session: string, seq: number]; value: JournalEntry }
  sessions: { key: string; value: JournalSession; indexes: { startedAtMs: number } }
  /** The states after the last entry that was cut off a session. */
  checkpoints: { key: string; value: { readonly session: string; readonly checkpoint: Checkpoint } }
}

/** A session's journal as it is kept: what was cut off, folded, and the entries after it. */
export interface KeptJournal {
  readonly from: Checkpoint
  readonly entries: readonly JournalEntry[]
}

export interface JournalStore {
  /** Adds entries of one session, all or none, and cuts what is over the limit. */
  append(entries: readonly JournalEntry[]): Promise<void>
  read(session: string): Promise<KeptJournal>
  /** Every session that is kept, the oldest first. */
  sessions(): Promise<readonly JournalSession[]>
  close(): void
}

const sizeOf = (entry: JournalEntry): number => JSON.stringify(entry).length
const allOf = (session: string, fromSeq = 0, toSeq = Infinity) => IDBKeyRange.bound([session, fromSeq], [session, toSeq])

async function appendTo(db: IDBPDatabase<JournalDb>, entries: readonly JournalEntry[]): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  const writing = db.transaction(['entries', 'sessions'], 'readwrite')
  const sessions = writing.objectStore('sessions')
  const kept = (await sessions.get(first.session)) ?? { session: first.session, startedAtMs: first.atMs, entries: 0, bytes: 0 }
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
  await Promise.all([
    ...entries.map((entry) => writing.objectStore('entries').put(entry)),
    sessions.put({ ...kept, entries: kept.entries + entries.length, bytes: kept.bytes + bytes }),
    writing.done,
  ])
}

async function dropSession(db: IDBPDatabase<JournalDb>, session: string): Promise<void> {
  const writing = db.transaction(['entries', 'sessions', 'checkpoints'], 'readwrite')
  await Promise.all([
    writing.objectStore('entries').delete(allOf(session)),
    writing.objectStore('sessions').delete(session),
    writing.objectStore('checkpoints').delete(session),
    writing.done,
  ])
}

/** Folds the oldest entries of a session into its checkpoint, and removes them. */
async function cutSession(db: IDBPDatabase<JournalDb>, kept: JournalSession, keep: number): Promise<void> {
  const { session } = kept
  const cut = await db.getAll('entries', allOf(session), kept.entries - keep)
  const last = cut.at(-1)
  if (last === undefined) return
  const before = await db.get('checkpoints', session)
  const checkpoint = fold(cut, before?.checkpoint ?? BEGINNING)
  const writing = db.transaction(['entries', 'sessions', 'checkpoints'], 'readwrite')
  await Promise.all([
    writing.objectStore('entries').delete(allOf(session, 0, last.seq)),
    writing.objectStore('checkpoints').put({ session, checkpoint }),
    writing.objectStore('sessions').put({
      ...kept,
      entries: kept.entries - cut.length,
      bytes: kept.bytes - cut.reduce((sum, entry) => sum + sizeOf(entry), 0),
    }),
    writing.done,
  ])
}

export interface JournalLimits {
  readonly maxEntries: number
  readonly maxBytes: number
}

/** Cuts the oldest sessions; when the present one alone is too long, its oldest entries. */
async function keepWithin(db: IDBPDatabase<JournalDb>, present: string, { maxEntries, maxBytes }: JournalLimits): Promise<void> {
  const sessions = await db.getAllFromIndex('sessions', 'startedAtMs')
  let entries = sessions.reduce((sum, kept) => sum + kept.entries, 0)
  let bytes = sessions.reduce((sum, kept) => sum + kept.bytes, 0)
  const isOver = () => entries > maxEntries || bytes > maxBytes
  for (const kept of sessions) {
    if (!isOver()) return
    if (kept.session === present) continue
    await dropSession(db, kept.session)
    entries -= kept.entries
    bytes -= kept.bytes
  }
  const own = sessions.find(({ session }) => session === present)
  if (own === undefined || !isOver()) return
  const share = KEPT_SHARE * Math.min(maxEntries / own.entries, maxBytes / own.bytes)
  await cutSession(db, own, Math.floor(own.entries * share))
}

/**
 * Opens the browser's journals.
 * @throws when the browser refuses a database (blocked storage)
 */
export async function openJournalStore(
  name = JOURNAL_DB_NAME,
  limits: JournalLimits = { maxEntries: MAX_ENTRIES, maxBytes: MAX_BYTES },
): Promise<JournalStore> {
  const db = await openDB<JournalDb>(name, 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('entries', { keyPath: ['session', 'seq'] })
      fresh.createObjectStore('sessions', { keyPath: 'session' }).createIndex('startedAtMs', 'startedAtMs')
      fresh.createObjectStore('checkpoints', { keyPath: 'session' })
    },
  })
  return {
    append: async (entries) => {
      await appendTo(db, entries)
      if (entries[0] !== undefined) await keepWithin(db, entries[0].session, limits)
    },
    read: async (session) => {
      const [entries, kept] = await Promise.all([db.getAll('entries', allOf(session)), db.get('checkpoints', session)])
      return { from: kept?.checkpoint ?? BEGINNING, entries }
    },
    sessions: () => db.getAllFromIndex('sessions', 'startedAtMs'),
    close: () => db.close(),
  }
}
