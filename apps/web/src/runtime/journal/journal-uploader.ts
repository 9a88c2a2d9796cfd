import type { JournalEntry } from '@desk/schema/journal/entry'
import { MAX_BATCH_ENTRIES, type JournalBatch, type JournalTaken } from '@desk/schema/journal/upload'
import { ApiError } from '../api/api-error.ts'
import type { JournalAbout, JournalStore } from './journal-store.ts'
import type { JournalOwner } from './recorder.ts'

/** The time to gather entries before sending. */
export const UPLOAD_MS = 10_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 5 * 60_000
const BATCH_BYTES = 256 * 1024
/** All calls together that outlive the page may carry 64 KB; the rest of the batch and other calls need some of it. */
export const LEAVING_BYTES = 56 * 1024
/** Entries that are held in memory for a sudden end of the page; more are in the database anyway. */
const MAX_TAIL = 2_000

export interface UploaderPorts {
  readonly store: JournalStore
  /** @throws ApiError for a refusing answer or none; anything else when the sign-in that it belonged to is over */
  readonly send: (journal: string, batch: JournalBatch, keepalive: boolean) => Promise<JournalTaken>
  readonly after: (delayMs: number, act: () => void) => void
}

export interface Uploader {
  /** Entries that are being written. */
  added(about: JournalAbout, entries: readonly JournalEntry[]): void
  /** From now on the session's entries, and what this browser still holds of the owner, are sent. */
  own(session: string, owner: JournalOwner): void
  /**
   * The sign-in ends: sends the unsent entries in memory, all at once, for its token goes, or nothing where it has
   * gone; nothing after it. Settles once all is answered, or cannot be.
   */
  end(isTokenThere: boolean): Promise<void>
  /** Sends the unsent entries in memory, as much as a closing page may. */
  leave(): void
  /** The network or the user is back: sends waiting entries at once, unless the server asked to wait. */
  wake(): void
}

type Outcome =
  | { readonly kind: 'taken'; readonly taken: JournalTaken }
  | { readonly kind: 'refused' }
  | { readonly kind: 'later'; readonly waitMs: number; readonly isServersWish: boolean }
  | { readonly kind: 'over' }

const sizeOf = (entry: JournalEntry): number => new Blob([JSON.stringify(entry)]).size

/** The first entries that fit, but at least one. */
function fitting(entries: readonly JournalEntry[], bytes: number): readonly JournalEntry[] {
  let left = bytes
  const end = entries.findIndex(entry => (left -= sizeOf(entry) + 1) < 0)
  return end === -1 ? entries : entries.slice(0, Math.max(1, end))
}

function inParts(entries: readonly JournalEntry[], bytes: number): readonly (readonly JournalEntry[])[] {
  if (entries.length === 0) return []
  const first = fitting(entries.slice(0, MAX_BATCH_ENTRIES), bytes)
  return [first, ...inParts(entries.slice(first.length), bytes)]
}

const batchOf = ({ build, from }: JournalAbout, entries: readonly JournalEntry[]): JournalBatch => ({
  build,
  ...(entries[0]?.seq === 1 && Object.keys(from.states).length > 0
    ? { from: from as JournalBatch['from'] & object }
    : {}), // a state is plain JSON
  entries: entries.map(({ seq, atMs, machine, version, event, fingerprint }) => ({
    seq,
    atMs,
    machine,
    version,
    event,
    fingerprint,
  })),
})

function outcomeOf(failure: unknown, triedBefore: number): Outcome {
  // Not the server's answer: the sign-in is over, or another has begun.
  if (!(failure instanceof ApiError) || failure.status === 401 || failure.status === 403) return { kind: 'over' }
  if ([400, 404, 413, 415, 422].includes(failure.status)) return { kind: 'refused' }
  const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** triedBefore)
  return {
    kind: 'later',
    waitMs: Math.max(waitMs, failure.retryAfterMs ?? 0),
    isServersWish: failure.retryAfterMs !== null,
  }
}

/**
 * Sends journals to the server: written entries in order of seq, in batches, again after a failure with growing
 * delays, and on from the server's position. Only the signed-in user's journals are sent.
 */
export function openUploader({ store, send, after }: UploaderPorts): Uploader {
  let owner: JournalOwner | null = null
  /** The entries of the present session in memory, from the first one on that the server may lack. */
  let tail: { readonly about: JournalAbout; readonly entries: readonly JournalEntry[] } | null = null
  /** The timer that counts: one before it that still runs out does nothing. */
  let timer: object | null = null
  let isServersWish = false
  let isSending = false
  let failures = 0

  const schedule = (delayMs: number) => {
    if (timer !== null || owner === null) return
    const own = {}
    timer = own
    after(delayMs, () => {
      if (timer !== own) return
      timer = null
      isServersWish = false
      void pump()
    })
  }

  const tell = async (about: JournalAbout, entries: readonly JournalEntry[]): Promise<Outcome> => {
    try {
      return { kind: 'taken', taken: await send(about.session, batchOf(about, entries), false) }
    } catch (failure) {
      return outcomeOf(failure, failures)
    }
  }

  const taken = async (session: string, seq: number) => {
    if (tail?.about.session === session)
      tail = { about: tail.about, entries: tail.entries.filter(entry => entry.seq > seq) }
    await store.setUploaded(session, seq)
  }

  /** Sends all that is written of one session; gives how long to wait when it could not, else null. */
  const sendSession = async (about: JournalAbout, uploadedSeq: number, of: JournalOwner): Promise<number | null> => {
    let done = uploadedSeq
    let most = MAX_BATCH_ENTRIES
    /** Sessions with a server that was found behind; it is sent the missing entries once. */
    const wentBackTo = new Set<number>()
    for (;;) {
      const entries = fitting(await store.entriesAfter(about.session, done, most), BATCH_BYTES)
      const [first, last] = [entries[0], entries.at(-1)]
      if (first === undefined || last === undefined || owner !== of) return null
      const outcome = await tell(about, entries)
      switch (outcome.kind) {
        case 'over':
          if (owner === of) owner = null
          return null
        case 'later':
          failures += 1
          isServersWish = outcome.isServersWish
          return outcome.waitMs
        case 'refused':
          if (entries.length > 1) {
            most = entries.length >> 1
            continue
          }
          // One entry that the server does not take leaves a gap, which readers of the journal see.
          done = last.seq
          break
        case 'taken': {
          failures = 0
          const { contiguous_seq: stands } = outcome.taken
          const isBehind = stands < first.seq - 1 && !wentBackTo.has(stands)
          if (isBehind) wentBackTo.add(stands)
          done = isBehind ? stands : Math.max(last.seq, stands)
        }
      }
      most = MAX_BATCH_ENTRIES
      await taken(about.session, done)
    }
  }

  const pump = async () => {
    const of = owner
    if (of === null || isSending) return
    isSending = true
    try {
      for (const session of await store.pendingOf(of)) {
        const waitMs = await sendSession(session, session.uploadedSeq, of)
        if (waitMs !== null) {
          schedule(waitMs)
          break
        }
      }
    } finally {
      isSending = false
    }
  }

  /** The unsent entries in memory, in parts that a call which outlives the page may carry. */
  const unsentParts = () => inParts(tail?.entries.toSorted((a, b) => a.seq - b.seq) ?? [], LEAVING_BYTES)

  return {
    added: (about, entries) => {
      const before = tail?.about.session === about.session ? tail.entries : []
      tail = { about, entries: [...before, ...entries].slice(-MAX_TAIL) }
      schedule(UPLOAD_MS)
    },
    own: (session, present) => {
      owner = present
      // Entries that are being written at this moment come a little later.
      void store
        .own(session, present)
        .then(pump)
        .then(() => schedule(UPLOAD_MS))
    },
    end: async isTokenThere => {
      const about = owner === null || !isTokenThere ? undefined : tail?.about
      const parts = unsentParts()
      owner = null
      tail = null
      // All calls that outlive the page share what one may carry.
      if (about !== undefined)
        await Promise.allSettled(parts.map((entries, part) => send(about.session, batchOf(about, entries), part === 0)))
    },
    leave: () => {
      if (owner === null || tail === null) return
      const { about } = tail
      const [entries = []] = unsentParts()
      const last = entries.at(-1)
      if (last === undefined) return
      // Lost entries are sent again from the database, by this page or by the next one.
      send(about.session, batchOf(about, entries), true).then(
        ({ contiguous_seq }) => (contiguous_seq >= last.seq ? taken(about.session, contiguous_seq) : undefined),
        () => undefined,
      )
    },
    wake: () => {
      if (isServersWish) return
      failures = 0
      // The request on its way goes on, and is tried again soon.
      if (isSending) return
      timer = null
      void pump().then(() => schedule(UPLOAD_MS))
    },
  }
}
