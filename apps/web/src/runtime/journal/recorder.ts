import type { MachineState } from '@desk/machines/runtime/step'
import type { EventRecorder } from '../runner.ts'

/** The longest that an event waits before it is written. */
export const BATCH_MS = 250
/**
 * Events that are held while nothing can be written yet; beyond, the journal is given up, or restarted where no user
 * has signed in yet.
 */
export const MAX_WAITING = 10_000
/** How often to try loading the writer, whose code comes over the network. */
export const OPEN_TRIES = 4
export const FIRST_OPEN_RETRY_MS = 1_000
/** The latest moment of a sign-out's request to the server: the end of its journal goes first. */
export const LONGEST_END_MS = 3_000

/** Whose a journal is: the user, in the account of that session. */
export interface JournalOwner {
  readonly uid: number
  readonly pm_dsh_ud: number
}

/** A recorded event; the expensive steps (decoding, fingerprint) happen on writing. */
export interface Taken {
  readonly seq: number
  readonly atMs: number
  readonly machine: string
  readonly event: { readonly type: string }
  /** The state after the event; snapshots are never changed, so keeping one is free. */
  readonly state: MachineState
}

/** The beginning of a journal. */
export interface JournalStart {
  readonly session: string
  /** The states of the machines that lived before; none for the first journal of a page. */
  readonly states: Readonly<Record<string, MachineState>>
  /** Null until a user has signed in. */
  readonly owner: JournalOwner | null
}

/** Writes journals and sends them on. */
export interface JournalWriter {
  /** Writes the recorded entries of one journal. */
  readonly write: (journal: JournalStart, taken: readonly Taken[]) => Promise<void>
  /** The journal, and whatever else this browser still holds of its owner, may be sent on. */
  readonly own: (session: string, owner: JournalOwner) => void
  /** The journal ends with its sign-in: sends what has not been sent, if its token is still there, and nothing after it. Settles once that is answered, or cannot be. */
  readonly end: (session: string, isTokenThere: boolean) => Promise<void>
  /** Sends what has not been sent, in a call that outlives the page. */
  readonly leave: () => void
}

export interface Recorder extends EventRecorder {
  /** The key of one more instance of a machine: 'load/3'. */
  instanceOf(machine: string): string
  /**
   * Sets the signed-in user. From the first one on, the journal is written. Every end of a sign-in ends one journal
   * and begins the next, which has no owner until the next user signs in.
   */
  belongsTo(owner: JournalOwner | null): void
  /** Writes what waits, now. */
  flush(): void
  /**
   * Settles once the writer is there, so that a crash loses only the last batch; also when there will be none, and
   * when no user has signed in.
   */
  whenWriting(): Promise<void>
  /** Settles once the server has the end of the journal that ended last, or a second later, or when the page goes. */
  whenEnded(): Promise<void>
  /** The page may be going: writes what waits, and sends it. */
  leave(): void
}

export interface RecorderPorts {
  /** Loads what writes; it fails where the browser keeps no database. */
  readonly openWriter: () => Promise<JournalWriter>
  readonly newSession: () => string
  /** The time of day, for people who read the journal: entries are ordered by seq. */
  readonly nowMs: () => number
  readonly after: (delayMs: number, act: () => void) => void
  readonly onFault: (fault: unknown) => void
}

const isOfScreen = (machine: string): boolean => machine.includes('/')
const isSame = (a: JournalOwner | null, b: JournalOwner | null): boolean =>
  a?.uid === b?.uid && a?.pm_dsh_ud === b?.pm_dsh_ud

/** Records every event from outside in order, and writes them in batches. A fault ends the journal, never the work. */
export function openRecorder(ports: RecorderPorts): Recorder {
  const instances = new Map<string, number>()
  /** The last state of each machine of this journal. */
  let states = new Map<string, MachineState>()
  /** Instances of screens that the end of a sign-in removed: their later events belong to no one. */
  const retired = new Set<string>()
  let journal: Omit<JournalStart, 'owner'> = { session: ports.newSession(), states: {} }
  let owner: JournalOwner | null = null
  let waiting: Taken[] = []
  /** Batches of journals that ended before there was a writer. */
  let held: (readonly [JournalStart, readonly Taken[]])[] = []
  let seq = 0
  let opening: Promise<void> | null = null
  let writer: JournalWriter | null = null
  let isScheduled = false
  let isGivenUp = false
  let ended: Promise<void> = Promise.resolve()
  let waitNoMore = () => {}

  const giveUp = (fault: unknown) => {
    if (isGivenUp) return
    isGivenUp = true
    waiting = []
    held = []
    ports.onFault(fault)
  }

  /** Closes the batch that is under way, with the journal that it is of. */
  const hold = () => {
    if (waiting.length > 0) held.push([{ ...journal, owner }, waiting])
    waiting = []
  }

  // A writer that is there takes its batches at once, and in order: the page may have no later moment.
  const flush = () => {
    const to = writer
    if (to === null || isGivenUp) return
    hold()
    for (const [of, batch] of held) {
      const write = async () => to.write(of, batch)
      write().catch(giveUp)
    }
    held = []
  }

  const schedule = () => {
    if (isScheduled || opening === null) return
    isScheduled = true
    ports.after(BATCH_MS, () => {
      isScheduled = false
      flush()
    })
  }

  const leave = () => {
    waitNoMore()
    flush()
    if (!isGivenUp) writer?.leave()
  }

  const openWriter = async (tries = 1): Promise<JournalWriter> => {
    try {
      return await ports.openWriter()
    } catch (fault) {
      if (tries >= OPEN_TRIES) throw fault
      await new Promise<void>(resolve => ports.after(FIRST_OPEN_RETRY_MS * 2 ** (tries - 1), resolve))
      return openWriter(tries + 1)
    }
  }

  const open = () => {
    opening ??= openWriter().then(opened => {
      writer = opened
      flush()
    })
    opening.then(() => (owner === null || isGivenUp ? undefined : writer?.own(journal.session, owner))).catch(giveUp)
    schedule()
  }

  const beginAnew = () => {
    journal = { session: ports.newSession(), states: Object.fromEntries(states) }
    seq = 0
  }

  const end = (isTokenThere: boolean) => {
    flush()
    hold()
    const sent = writer?.end(journal.session, isTokenThere)
    ended = new Promise(resolve => {
      waitNoMore = resolve
      ports.after(LONGEST_END_MS, resolve)
      Promise.resolve(sent).then(resolve, resolve)
    })
    for (const machine of states.keys()) if (isOfScreen(machine)) retired.add(machine)
    states = new Map([...states].filter(([machine]) => !isOfScreen(machine)))
    beginAnew()
  }

  return {
    record: (machine, event, { value, context }) => {
      if (isGivenUp || retired.has(machine)) return
      if (waiting.length >= MAX_WAITING && opening === null) {
        // A sign-in page that stays open for days: no one needs the way to its present states.
        waiting = []
        beginAnew()
      }
      if (waiting.length >= MAX_WAITING) {
        giveUp(new Error(`The journal could not be written: ${MAX_WAITING} events wait.`))
        return
      }
      seq += 1
      const state = { value, context }
      states.set(machine, state)
      waiting.push({ seq, atMs: ports.nowMs(), machine, event, state })
      schedule()
    },
    instanceOf: machine => {
      const count = (instances.get(machine) ?? 0) + 1
      instances.set(machine, count)
      return `${machine}/${count}`
    },
    belongsTo: present => {
      if (isSame(present, owner)) return
      // Where another user, or another account, follows at once, the token is theirs already.
      if (owner !== null) end(present === null)
      owner = present
      if (owner !== null) open()
    },
    flush,
    whenWriting: async () => opening?.catch(() => undefined),
    whenEnded: () => ended,
    leave,
  }
}
