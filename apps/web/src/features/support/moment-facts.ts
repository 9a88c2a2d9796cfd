import type { Snapshot } from '@desk/machines/journal/fold'
import type { Marker } from '@desk/machines/journal/markers'
import { stateOf } from '@desk/machines/runtime/step'
import type { JournalEntry } from '@desk/schema/journal/entry'
import diff from 'microdiff'
import type { StateValue } from 'xstate'
import { withMarksNamed } from '#ui/format/invisible-marks.ts'

/** Kinds of marks in the order of their lanes. */
export const LANES: readonly { readonly marker: Marker; readonly label: string }[] = [
  { marker: 'error', label: 'Errors' },
  { marker: 'disconnect', label: 'Disconnects' },
  { marker: 'status', label: 'Status' },
  { marker: 'navigation', label: 'Pages' },
]

/** Events that only mark the passing of time: most of a long session. */
const TICKS: ReadonlySet<string> = new Set(['clock.ticked', 'heartbeat.received', 'timer.elapsed', 'activity.seen'])
export const isTick = ({ event }: JournalEntry): boolean => TICKS.has(event.type)

/** The position after the entry of this seq, or after the last one before it. */
export function positionOf(entries: readonly JournalEntry[], seq: number): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle]?.seq ?? 0) <= seq) low = middle + 1
    else high = middle
  }
  return low
}

/** The positions to step through: all, or all but clock ticks. */
export function walkedPositions(entries: readonly JournalEntry[], hidesTicks: boolean): readonly number[] {
  return entries.flatMap((entry, index) => (hidesTicks && isTick(entry) ? [] : [index + 1]))
}

/** The neighbouring position in a direction; null at the end. */
export function neighbour(walked: readonly number[], position: number, direction: 1 | -1): number | null {
  const found = direction === 1 ? walked.find(each => each > position) : walked.findLast(each => each < position)
  return found ?? (direction === -1 && position > 0 ? 0 : null)
}

/** The next position after one whose entry went wrong; from the beginning again when there is none behind it. @param markers of all entries in order */
export function nextError(markers: readonly (Marker | null)[], position: number): number | null {
  const behind = markers.indexOf('error', position)
  const found = behind === -1 ? markers.indexOf('error') : behind
  return found === -1 ? null : found + 1
}

/**
 * The marks of a kind on its lane, in hundredths of the whole; one per slot, so that a long session stays fast. @param markers of
 * all entries in order
 */
export function marksOf(
  markers: readonly (Marker | null)[],
  slots: number,
): Readonly<Record<Marker, readonly number[]>> {
  const found: Record<Marker, Set<number>> = {
    error: new Set(),
    disconnect: new Set(),
    status: new Set(),
    navigation: new Set(),
  }
  markers.forEach((marker, index) => {
    if (marker !== null) found[marker].add(Math.round(((index + 1) / markers.length) * slots))
  })
  const shares = (marker: Marker) => [...found[marker]].map(slot => (slot / slots) * 100)
  return {
    error: shares('error'),
    disconnect: shares('disconnect'),
    status: shares('status'),
    navigation: shares('navigation'),
  }
}

/** A state's name as people write it: 'signedIn.active'. */
export function valueText(value: StateValue): string {
  if (typeof value === 'string') return value
  return Object.entries(value)
    .map(([key, inner]) => (inner === undefined ? key : `${key}.${valueText(inner)}`))
    .join(' + ')
}

/** One thing that a step changed in a machine's state. */
export interface Change {
  readonly path: string
  readonly kind: 'set' | 'changed' | 'removed'
  readonly before: string | null
  readonly after: string | null
}

const MAX_TEXT = 400
/** A value as a line of text. */
export function lineOf(value: unknown): string {
  const text = withMarksNamed(typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? 'nothing'))
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

/** The differences between two snapshots of a machine: the state first, then the context. */
export function changesBetween(before: Snapshot, after: Snapshot): readonly Change[] {
  const [one, other] = [stateOf(before), stateOf(after)]
  const [from, to] = [valueText(one.value), valueText(other.value)]
  const held = diff(one.context as Record<string, unknown>, other.context as Record<string, unknown>).map(
    (each): Change => {
      const path = each.path.join('.')
      if (each.type === 'CREATE') return { path, kind: 'set', before: null, after: lineOf(each.value) }
      if (each.type === 'REMOVE') return { path, kind: 'removed', before: lineOf(each.oldValue), after: null }
      return { path, kind: 'changed', before: lineOf(each.oldValue), after: lineOf(each.value) }
    },
  )
  return from === to ? held : [{ path: 'state', kind: 'changed', before: from, after: to }, ...held]
}

/** Entries within this much of a moment count as the same. */
const SAME_MOMENT_MS = 2_000
const MAX_NEIGHBOURS = 200

/** A request of the same moment, as the server's log has it. */
export interface RequestOfMoment {
  readonly seq: number
  readonly event: string
  /** 'request' is the server's own id of the call, 'command' the id that the browser gave a change. */
  readonly kind: 'request' | 'command'
  readonly id: string
}

/** Ids by which the server's log is found, of the entries around a position. */
export function requestsAround(entries: readonly JournalEntry[], position: number): readonly RequestOfMoment[] {
  const here = entries[position - 1]
  if (here === undefined) return []
  return entries
    .slice(Math.max(0, position - MAX_NEIGHBOURS), position + MAX_NEIGHBOURS)
    .flatMap(({ seq, atMs, event }): RequestOfMoment[] => {
      if (Math.abs(atMs - here.atMs) > SAME_MOMENT_MS) return []
      const { requestId, commandId } = event
      return [
        ...(typeof requestId === 'string' ? [{ seq, event: event.type, kind: 'request', id: requestId } as const] : []),
        ...(typeof commandId === 'string' ? [{ seq, event: event.type, kind: 'command', id: commandId } as const] : []),
      ]
    })
}

/** The page's position in the pushed frames of a topic. */
export interface PushPosition {
  readonly topic: string
  readonly position: number | null
  readonly epoch: string | null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The push positions that the feed machine holds. */
export function pushPositions(feed: Snapshot | undefined): readonly PushPosition[] {
  const topics: unknown = isRecord(feed?.context) ? feed.context['topics'] : null
  if (!isRecord(topics)) return []
  return Object.entries(topics).map(([topic, held]) => {
    const { position, epoch } = isRecord(held) && isRecord(held['context']) ? held['context'] : {}
    return {
      topic,
      position: typeof position === 'number' ? position : null,
      epoch: typeof epoch === 'string' ? epoch : null,
    }
  })
}
