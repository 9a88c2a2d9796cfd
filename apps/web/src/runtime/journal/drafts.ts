import type { formMachine } from '@desk/machines/form/form.machine'
import { draftOf } from '@desk/machines/form/form.selectors'
import type { FormValues } from '@desk/machines/form/form.setup'
import { fingerprint } from '@desk/machines/journal/fingerprint'
import { Folding } from '@desk/machines/journal/fold'
import { stateOf } from '@desk/machines/runtime/step'
import type { JournalEntry } from '@desk/schema/journal/entry'
import type { SnapshotFrom } from 'xstate'
import { journalLocks } from './journal-locks.ts'
import { openJournalStore, SENT_LIFE_MS, type JournalSession, type JournalStore } from './journal-store.ts'
import type { JournalOwner } from './recorder.ts'

/** The maximum age of a draft; older journals are deleted. */
export const DRAFT_LIFE_MS = SENT_LIFE_MS
/** The number of entries read at a time, so that the page stays responsive. */
const PORTION_ENTRIES = 1_000

/** Unsaved input of a form. */
export interface Draft {
  /** The fields that were changed. */
  readonly values: FormValues
  /** The previous values of these fields. */
  readonly before: FormValues
  /** When it was last worked on, in ms since 1970. */
  readonly atMs: number
  /** A secret field was filled, whose value no journal has. */
  readonly hadSecrets: boolean
}

type FormSnapshot = SnapshotFrom<typeof formMachine>

/** One opening of the form. */
interface Opening {
  atMs: number
  outcome: 'untouched' | 'unsaved' | 'settled'
  /** The entry after which it was last seen unsaved. */
  unsaved: { readonly entry: JournalEntry; readonly form: FormSnapshot } | null
}

function draftFrom({ entry, form }: NonNullable<Opening['unsaved']>): Draft {
  const { initial, values, filledSecrets } = form.context
  const changed = Object.keys(values).filter(name => JSON.stringify(values[name]) !== JSON.stringify(initial[name]))
  const only = (all: FormValues): FormValues =>
    Object.fromEntries(changed.flatMap(name => (all[name] === undefined ? [] : [[name, all[name]]])))
  return { values: only(values), before: only(initial), atMs: entry.atMs, hadSecrets: filledSecrets.length > 0 }
}

/** The effect of an entry on the form that was open before it. */
function takeInto(opening: Opening, entry: JournalEntry, before: FormSnapshot, after: FormSnapshot): void {
  const { type } = entry.event
  // Closed without an answer to the question whether to leave: cut off, so unsaved fields stay unsaved.
  if (type === 'form.closed') return
  opening.atMs = entry.atMs
  if (draftOf(after) !== null) {
    opening.outcome = 'unsaved'
    opening.unsaved = { entry, form: after }
  } else if (type === 'form.saved' || type === 'form.draftDeclined') opening.outcome = 'settled'
  // A user who discards typing over an older draft has not discarded that draft.
  else if (opening.outcome === 'unsaved') opening.outcome = before.context.draft === null ? 'settled' : 'untouched'
}

/** The openings of one form in one journal. */
async function openingsIn(
  store: JournalStore,
  { session, lastSeq }: JournalSession,
  form: string,
): Promise<readonly Opening[]> {
  const folding = new Folding(await store.beginning(session))
  const all: Opening[] = []
  const present = new Map<string, Opening>()
  const begin = (machine: string, atMs: number): Opening => {
    const opening: Opening = { atMs, outcome: 'untouched', unsaved: null }
    all.push(opening)
    present.set(machine, opening)
    return opening
  }
  for (let seq = folding.seq; seq < lastSeq;) {
    const entries = await store.entriesAfter(session, seq, PORTION_ENTRIES)
    const last = entries.at(-1)
    if (last === undefined) break
    seq = last.seq
    for (const entry of entries) {
      const taken = entry.machine.startsWith('form/') ? folding.take(entry) : null
      if (taken === null) continue
      // The machine is the form's by its name.
      const [before, after] = [taken.before, taken.after] as unknown as readonly [FormSnapshot, FormSnapshot]
      if (entry.event.type === 'form.opened') {
        if (after.context.form === form) begin(entry.machine, entry.atMs)
      } else if (before.context.form === form) {
        takeInto(present.get(entry.machine) ?? begin(entry.machine, entry.atMs), entry, before, after)
      }
    }
  }
  return all
}

/**
 * Finds the unsaved draft of a form, folded from the journals that this browser stores of one user in one account; no
 * other user's are read.
 * @param form which form of what: 'user.edit 12'
 * @param nowMs when the form was opened that the draft is for, in ms since 1970: later typing in it is no draft of
 * before
 * @param writtenElsewhere the journals of other live tabs: their typing is no draft, and is not mentioned
 * @returns the draft that the form was left with when it was last touched, or null when that was saved, given up,
 * declined, is older than DRAFT_LIFE_MS, or does not fold to the recorded state
 */
export async function findDraft(
  store: JournalStore,
  owner: JournalOwner,
  form: string,
  nowMs: number,
  writtenElsewhere: ReadonlySet<string> = new Set(),
): Promise<Draft | null> {
  const own = (await store.sessions()).filter(
    ({ session, owner: whose }) =>
      whose?.uid === owner.uid && whose.pm_dsh_ud === owner.pm_dsh_ud && !writtenElsewhere.has(session),
  )
  const openings: Opening[] = []
  for (const session of own) {
    const [last] = await store.entriesAfter(session.session, session.lastSeq - 1, 1)
    if (last !== undefined && nowMs - last.atMs <= DRAFT_LIFE_MS)
      openings.push(...(await openingsIn(store, session, form)))
  }
  const latest = openings
    .toSorted((a, b) => b.atMs - a.atMs)
    .find(({ outcome, atMs }) => outcome !== 'untouched' && atMs <= nowMs)
  if (latest?.outcome !== 'unsaved' || latest.unsaved === null) return null
  const { entry, form: left } = latest.unsaved
  if (nowMs - entry.atMs > DRAFT_LIFE_MS || fingerprint(stateOf(left)) !== entry.fingerprint) return null
  const draft = draftFrom(latest.unsaved)
  return Object.keys(draft.values).length === 0 ? null : draft
}

/** `findDraft` in the browser's own journals. */
export async function draftInBrowser(owner: JournalOwner, form: string, nowMs: number): Promise<Draft | null> {
  const store = await openJournalStore()
  try {
    return await findDraft(store, owner, form, nowMs, await journalLocks.heldElsewhere())
  } finally {
    store.close()
  }
}
