import { visibleColumns } from '@desk/schema/figures/visible-columns'
import { SNAPSHOT_READ_WITHIN_MS, type Frame } from '@desk/schema/push/frames'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { Schema } from 'effect'
import { changedCells, type Cells } from './changed-cells.ts'
import { FrameWindow } from './frame-window.ts'

/** Feed and frames take their time too; a snapshot that was read in time is older than any row sent after this. */
const SNAPSHOT_MARGIN_MS = 5_000

/** Version columns say how new a row is, and nothing to a person. */
const VERSION_COLUMN = 'figures_version'

interface RowState {
  latest: Cells
  sent: Cells | null
  /** When the row was last sent with all its cells. */
  sentWholeAtMs: number
}

export interface RoomIdentity {
  readonly topic: string
  readonly accountId: number
  readonly view: StreamViewType
}

export function roomKey({ topic, accountId, view }: RoomIdentity): string {
  return `${topic}|${accountId}|${view}`
}

/**
 * What the watchers of one topic in one account and view have been told: positions, and the last row sent of each id.
 * Changes are merged here until a frame takes them. What the view hides is dropped on the way in.
 */
export class TopicRoom {
  readonly topic: string
  readonly accountId: number
  readonly view: StreamViewType
  readonly key: string
  readonly epoch: string
  /** The project above a survey's topic: its status is part of the topic. */
  readonly projectId: number | null
  readonly window = new FrameWindow()
  position = 0

  readonly #rows = new Map<string, RowState>()
  #totals: RowState | null = null
  readonly #changedRows = new Set<string>()
  #totalsChanged = false
  #statuses: StatusEvent[] = []
  #commitAtMs: number | null = null
  #snapshotsReadAtMs = 0

  constructor(identity: RoomIdentity, epoch: string, projectId: number | null) {
    this.topic = identity.topic
    this.accountId = identity.accountId
    this.view = identity.view
    this.key = roomKey(identity)
    this.epoch = epoch
    this.projectId = projectId
  }

  /** Someone came to watch, and reads a snapshot about now. */
  watcherCame(nowMs: number): void {
    this.#snapshotsReadAtMs = nowMs + SNAPSHOT_READ_WITHIN_MS + SNAPSHOT_MARGIN_MS
  }

  takeRow(id: string, row: object, committedAtMs: number | null): void {
    const state = this.#next(this.#rows.get(id), row)
    if (!state) return
    this.#rows.set(id, state)
    this.#changedRows.add(id)
    this.#committed(committedAtMs)
  }

  takeTotals(row: object, committedAtMs: number | null): void {
    const state = this.#next(this.#totals ?? undefined, row)
    if (!state) return
    this.#totals = state
    this.#totalsChanged = true
    this.#committed(committedAtMs)
  }

  takeStatus(event: StatusEvent): void {
    this.#statuses.push(event)
    this.#committed(Date.parse(event.at))
  }

  get hasPending(): boolean {
    return this.#changedRows.size > 0 || this.#totalsChanged || this.#statuses.length > 0
  }

  /** Takes what has gathered as the next frame; null when it comes to nothing that the watchers have not been told. */
  takeFrame(nowMs: number): Frame | null {
    const rows = [...this.#changedRows].flatMap(id => {
      const cells = this.#cellsToSend(this.#rows.get(id), nowMs)
      return cells ? [{ id, cells }] : []
    })
    const totals = this.#totalsChanged ? this.#cellsToSend(this.#totals ?? undefined, nowMs) : null
    const statuses = this.#statuses
    const commitAtMs = this.#commitAtMs
    this.#changedRows.clear()
    this.#totalsChanged = false
    this.#statuses = []
    this.#commitAtMs = null
    if (rows.length === 0 && !totals && statuses.length === 0) return null
    const from = this.position
    this.position += 1
    this.window.sent(nowMs)
    return {
      topic: this.topic,
      epoch: this.epoch,
      from,
      to: this.position,
      rows,
      ...(totals ? { totals } : {}),
      statuses,
      ...(commitAtMs === null ? {} : { commitAtMs }),
    }
  }

  /** A frame that says only where the topic stands: whoever is elsewhere has missed something. */
  standing(): Frame {
    return { topic: this.topic, epoch: this.epoch, from: this.position, to: this.position, rows: [], statuses: [] }
  }

  #next(known: RowState | undefined, row: object): RowState | null {
    const latest = visibleColumns(this.view, row) as Cells // rows are decoded JSON
    if (!known) return { latest, sent: null, sentWholeAtMs: 0 }
    if (versionOf(latest) < versionOf(known.latest)) return null
    known.latest = latest
    return known
  }

  #cellsToSend(state: RowState | undefined, nowMs: number): Cells | null {
    if (!state) return null
    const changed = state.sent ? changedCells(state.sent, state.latest) : state.latest
    if (!changed || isVersionAlone(changed)) return null
    const isWhole = !state.sent || state.sentWholeAtMs < this.#snapshotsReadAtMs
    if (isWhole) state.sentWholeAtMs = nowMs
    state.sent = state.latest
    return isWhole ? state.latest : changed
  }

  #committed(atMs: number | null): void {
    if (atMs !== null) this.#commitAtMs = Math.max(this.#commitAtMs ?? 0, atMs)
  }
}

function versionOf(cells: Cells): number {
  const version: Schema.Json | undefined = cells[VERSION_COLUMN]
  return typeof version === 'number' ? version : 0
}

function isVersionAlone(cells: Cells): boolean {
  const columns = Object.keys(cells)
  return columns.length === 1 && columns[0] === VERSION_COLUMN
}
