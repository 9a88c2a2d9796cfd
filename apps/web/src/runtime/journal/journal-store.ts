import { BEGINNING, fold, type Checkpoint } from '@desk/machines/journal/fold'
import type { JournalEntry } from '@desk/schema/journal/entry'
import { MAX_JOURNAL_BYTES, MAX_JOURNAL_ENTRIES } from '@desk/schema/journal/upload'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { journalLocks } from './journal-locks.ts'
import type { JournalOwner } from './recorder.ts'

/** The share of the limit that remains after a cut, so that not every batch cuts. */
const KEPT_SHARE = 0.9
/** How long a closed tab's journal stays after its last entry once the server has all of it: drafts come from it. */
export const SENT_LIFE_MS = 24 * 60 * 60_000
/** How long an unsent journal stays: as long as the server would have stored it. */
export const UNSENT_LIFE_MS = 30 * 24 * 60 * 60_000

export const JOURNAL_DB_NAME = 'desk-journal'
const DB_VERSION = 2

/** A journal's facts from its start: its id, the build of its session, and the states that it found. */
export interface JournalAbout {
  readonly session: string
  readonly build: string
  readonly from: Checkpoint
  /** Null until a user has signed in. */
  readonly owner: JournalOwner | null
}

/** One tab's journal from a page load, or from the end of a sign-in, on. */
export interface JournalSession extends JournalAbout {
  readonly startedAtMs: number
  /** When its last entry came; missing where an earlier build wrote it. */
  readonly lastAtMs?: number
  readonly entries: number
  readonly bytes: number
  readonly lastSeq: number
  /** The server has everything up to this entry. */
  readonly uploadedSeq: number
}

interface JournalDb extends DBSchema {
  entries: { key: [session: string, seq: number]; value: JournalEntry }
  sessions: { key: string; value: JournalSession; indexes: { startedAtMs: number } }
  /** The states after the last entry that was cut off a session. */
  checkpoints: { key: string; value: { readonly session: string; readonly checkpoint: Checkpoint } }
}

/** A session's journal in storage: the cut-off part, folded, and the entries after it. */
export interface KeptJournal {
  readonly from: Checkpoint
  readonly entries: readonly JournalEntry[]
}

export interface JournalStore {
  /** Adds entries of one session atomically, cuts it to its limit, and deletes obsolete journals. */
  append(entries: readonly JournalEntry[], about: JournalAbout): Promise<void>
  read(session: string): Promise<KeptJournal>
  /** The start of the fold over a session's stored entries. */
  beginning(session: string): Promise<Checkpoint>
  /** Entries of a session after one of them, in order. */
  entriesAfter(session: string, seq: number, limit: number): Promise<readonly JournalEntry[]>
  /** Says whose a session is; a session that has an owner keeps it. */
  own(session: string, owner: JournalOwner): Promise<void>
  /** Says up to where the server has a session. */
  setUploaded(session: string, seq: number): Promise<void>
  /** The sessions of this owner of which the server lacks something, the oldest first. */
  pendingOf(owner: JournalOwner): Promise<readonly JournalSession[]>
  /** Every stored session, the oldest first. */
  sessions(): Promise<readonly JournalSession[]>
  close(): void
}

const sizeOf = (entry: JournalEntry): number => JSON.stringify(entry).length
const allOf = (session: string, fromSeq = 0, toSeq = Infinity) =>
  IDBKeyRange.bound([session, fromSeq], [session, toSeq])

async function appendTo(
  db: IDBPDatabase<JournalDb>,
  entries: readonly JournalEntry[],
  about: JournalAbout,
): Promise<JournalSession | null> {
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) return null
  const writing = db.transaction(['entries', 'sessions'], 'readwrite')
  const sessions = writing.objectStore('sessions')
  const kept = (await sessions.get(first.session)) ?? {
    ...about,
    startedAtMs: first.atMs,
    entries: 0,
    bytes: 0,
    lastSeq: 0,
    uploadedSeq: 0,
  }
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
  const grown: JournalSession = {
    ...kept,
    owner: kept.owner ?? about.owner,
    lastAtMs: last.atMs,
    entries: kept.entries + entries.length,
    bytes: kept.bytes + bytes,
    lastSeq: Math.max(kept.lastSeq, last.seq),
  }
  await Promise.all([
    ...entries.map(entry => writing.objectStore('entries').put(entry)),
    sessions.put(grown),
    writing.done,
  ])
  return grown
}

const isSent = ({ lastSeq, uploadedSeq }: JournalSession): boolean => uploadedSeq >= lastSeq

/** Removes a session, unless its tab has written more of it since. */
async function dropSession(db: IDBPDatabase<JournalDb>, { session, lastSeq }: JournalSession): Promise<void> {
  const writing = db.transaction(['entries', 'sessions', 'checkpoints'], 'readwrite')
  const present = await writing.objectStore('sessions').get(session)
  if (present?.lastSeq !== lastSeq) return writing.done
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
  const checkpoint = fold(cut, before?.checkpoint ?? kept.from)
  const writing = db.transaction(['entries', 'sessions', 'checkpoints'], 'readwrite')
  const present = (await writing.objectStore('sessions').get(session)) ?? kept
  await Promise.all([
    writing.objectStore('entries').delete(allOf(session, 0, last.seq)),
    writing.objectStore('checkpoints').put({ session, checkpoint }),
    writing.objectStore('sessions').put({
      ...present,
      entries: present.entries - cut.length,
      bytes: present.bytes - cut.reduce((sum, entry) => sum + sizeOf(entry), 0),
    }),
    writing.done,
  ])
}

/** The journals that other tabs write. */
type WrittenElsewhere = () => Promise<ReadonlySet<string>>

/** The limits of one journal. */
export interface JournalLimits {
  readonly maxEntries: number
  readonly maxBytes: number
}

/** Cuts a session that is too long: a checkpoint and a tail stay. */
async function keepSessionWithin(
  db: IDBPDatabase<JournalDb>,
  kept: JournalSession,
  { maxEntries, maxBytes }: JournalLimits,
): Promise<void> {
  if (kept.entries <= maxEntries && kept.bytes <= maxBytes) return
  const share = KEPT_SHARE * Math.min(maxEntries / kept.entries, maxBytes / kept.bytes)
  await cutSession(db, kept, Math.floor(kept.entries * share))
}

/**
 * Deletes obsolete journals of closed tabs: old ones, and fully sent ones, oldest first, while all together exceed the limit of
 * one journal. Journals of open tabs and unsent ones stay, whatever their size: each has its own limit, and beyond that the
 * browser's quota ends the journal but not the work.
 */
async function clearOut(
  db: IDBPDatabase<JournalDb>,
  { session: present, lastAtMs: nowMs = 0 }: JournalSession,
  { maxEntries, maxBytes }: JournalLimits,
  writtenElsewhere: WrittenElsewhere,
): Promise<void> {
  const sessions = await db.getAllFromIndex('sessions', 'startedAtMs')
  let entries = sessions.reduce((sum, kept) => sum + kept.entries, 0)
  let bytes = sessions.reduce((sum, kept) => sum + kept.bytes, 0)
  const ageMs = ({ lastAtMs, startedAtMs }: JournalSession) => nowMs - (lastAtMs ?? startedAtMs)
  const isInTheWay = (kept: JournalSession) =>
    isSent(kept) ? ageMs(kept) > SENT_LIFE_MS || entries > maxEntries || bytes > maxBytes : ageMs(kept) > UNSENT_LIFE_MS
  const others = sessions.filter(({ session }) => session !== present)
  if (!others.some(isInTheWay)) return
  // A browser that refuses to say which tabs live has nothing taken away.
  const alive = await writtenElsewhere().catch(() => null)
  if (alive === null) return
  for (const kept of others) {
    if (alive.has(kept.session) || !isInTheWay(kept)) continue
    await dropSession(db, kept)
    entries -= kept.entries
    bytes -= kept.bytes
  }
}

/**
 * Opens the browser's journals.
 * @param writtenElsewhere where the browser cannot say it, a journal of another tab may be removed here once the server has all of it
 * @throws when the browser refuses a database (blocked storage)
 */
export async function openJournalStore(
  name = JOURNAL_DB_NAME,
  limits: JournalLimits = { maxEntries: MAX_JOURNAL_ENTRIES, maxBytes: MAX_JOURNAL_BYTES },
  writtenElsewhere: WrittenElsewhere = journalLocks.heldElsewhere,
): Promise<JournalStore> {
  const db = await openDB<JournalDb>(name, DB_VERSION, {
    upgrade: fresh => {
      // Entries of an earlier build name no owner: they are sent to no one, and deleted.
      for (const left of fresh.objectStoreNames) fresh.deleteObjectStore(left)
      fresh.createObjectStore('entries', { keyPath: ['session', 'seq'] })
      fresh.createObjectStore('sessions', { keyPath: 'session' }).createIndex('startedAtMs', 'startedAtMs')
      fresh.createObjectStore('checkpoints', { keyPath: 'session' })
    },
    // A tab of an earlier build makes way for the newer one's database; its own journal ends.
    blocking: (_version, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  })
  const change = async (session: string, changed: (kept: JournalSession) => JournalSession) => {
    const writing = db.transaction('sessions', 'readwrite')
    const kept = await writing.store.get(session)
    if (kept !== undefined) await writing.store.put(changed(kept))
    await writing.done
  }
  let isTidying = false
  /** Once at a time: the next batch handles any later call. */
  const tidy = async (present: JournalSession) => {
    if (isTidying) return
    isTidying = true
    try {
      await keepSessionWithin(db, present, limits)
      await clearOut(db, present, limits, writtenElsewhere)
    } finally {
      isTidying = false
    }
  }
  const beginning = async (session: string): Promise<Checkpoint> =>
    (await db.get('checkpoints', session))?.checkpoint ?? (await db.get('sessions', session))?.from ?? BEGINNING
  return {
    append: async (entries, about) => {
      const grown = await appendTo(db, entries, about)
      if (grown !== null) await tidy(grown)
    },
    read: async session => {
      const [entries, from] = await Promise.all([db.getAll('entries', allOf(session)), beginning(session)])
      return { from, entries }
    },
    beginning,
    entriesAfter: (session, seq, limit) => db.getAll('entries', allOf(session, seq + 1), limit),
    own: (session, owner) => change(session, kept => ({ ...kept, owner: kept.owner ?? owner })),
    setUploaded: (session, seq) => change(session, kept => ({ ...kept, uploadedSeq: seq })),
    pendingOf: async ({ uid, pm_dsh_ud }) => {
      const all = await db.getAllFromIndex('sessions', 'startedAtMs')
      return all.filter(kept => kept.owner?.uid === uid && kept.owner.pm_dsh_ud === pm_dsh_ud && !isSent(kept))
    },
    sessions: () => db.getAllFromIndex('sessions', 'startedAtMs'),
    close: () => db.close(),
  }
}
