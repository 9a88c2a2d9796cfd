import { visibleColumns } from '@desk/schema/columns/visible-columns'
import type { Frame } from '@desk/schema/push/frames'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { randomBytes } from 'node:crypto'
import type { Cells } from './changed-columns.ts'
import { FrameWindow } from './frame-window.ts'
import { RowState } from './row-state.ts'

export interface RoomIdentity {
  readonly topic: string
  readonly accountId: number
  readonly view: StreamViewType
}

export function roomKey({ topic, accountId, view }: RoomIdentity): string {
  return `${topic}|${accountId}|${view}`
}

/** Where a row comes from: the feed reported its change, or it was read again. */
export interface RowNews {
  readonly hasMoved: boolean
  /** Something other than the row's own versions changed it, such as its parent's status. */
  readonly mayHaveSkipped: boolean
  readonly committedAtMs: number | null
}

/**
 * The state of the watchers of one topic in one account and view: the position, and the rows as last sent. Changes are
 * merged here until the next frame. Hidden columns of the view are dropped on the way in.
 */
export class TopicRoom {
  readonly topic: string
  readonly accountId: number
  readonly view: StreamViewType
  readonly key: string
  /** The project above a survey's topic: its status is part of the topic. */
  readonly projectId: number | null
  readonly window = new FrameWindow()

  #epoch = newEpoch()
  #position = 0
  readonly #rows = new Map<string, RowState>()
  readonly #changedRows = new Set<string>()
  #totals: RowState | null = null
  #totalsChanged = false
  #statuses: StatusEvent[] = []
  #commitAtMs: number | null = null

  constructor(identity: RoomIdentity, projectId: number | null) {
    this.topic = identity.topic
    this.accountId = identity.accountId
    this.view = identity.view
    this.key = roomKey(identity)
    this.projectId = projectId
  }

  /** Random, and new whenever positions restart: another room or gateway never continues from this one's position. */
  get epoch(): string {
    return this.#epoch
  }

  get position(): number {
    return this.#position
  }

  get hasPending(): boolean {
    return this.#changedRows.size > 0 || this.#totalsChanged || this.#statuses.length > 0
  }

  takeRow(id: string, row: object, news: RowNews): void {
    const cells = this.#visible(row)
    const known = this.#rows.get(id)
    if (known && !known.take(cells, news.hasMoved, news.mayHaveSkipped)) return
    if (!known) this.#rows.set(id, new RowState(cells))
    this.#changedRows.add(id)
    this.#committed(news.committedAtMs)
  }

  takeTotals(row: object, news: RowNews): void {
    const cells = this.#visible(row)
    if (this.#totals && !this.#totals.take(cells, news.hasMoved, news.mayHaveSkipped)) return
    this.#totals ??= new RowState(cells)
    this.#totalsChanged = true
    this.#committed(news.committedAtMs)
  }

  takeStatus(event: StatusEvent): void {
    this.#statuses.push(event)
    this.#committed(Date.parse(event.at))
  }

  /** Takes the gathered changes as the next frame; null when it would show nothing. */
  takeFrame(nowMs: number): Frame | null {
    const rows = [...this.#changedRows].flatMap(id => {
      const cells = this.#rows.get(id)?.tell()
      return cells ? [{ id, cells }] : []
    })
    const totals = this.#totalsChanged ? this.#totals?.tell() : null
    const statuses = this.#statuses
    const commitAtMs = this.#commitAtMs
    this.#forgetPending()
    if (rows.length === 0 && !totals && statuses.length === 0) return null
    const from = this.#position
    this.#position += 1
    this.window.sent(nowMs)
    return {
      topic: this.topic,
      epoch: this.#epoch,
      from,
      to: this.#position,
      rows,
      ...(totals ? { totals } : {}),
      statuses,
      ...(commitAtMs === null ? {} : { commitAtMs }),
    }
  }

  /** A frame with only the topic's position: a client at another position has missed something. */
  standing(): Frame {
    return { topic: this.topic, epoch: this.#epoch, from: this.#position, to: this.#position, rows: [], statuses: [] }
  }

  /** Starts a new epoch: the watchers' rows may be out of date. */
  reset(): void {
    this.#forgetPending()
    this.#rows.clear()
    this.#totals = null
    this.#epoch = newEpoch()
    this.#position = 0
  }

  #visible(row: object): Cells {
    return visibleColumns(this.view, row) as Cells // rows are decoded JSON
  }

  #forgetPending(): void {
    this.#changedRows.clear()
    this.#totalsChanged = false
    this.#statuses = []
    this.#commitAtMs = null
  }

  #committed(atMs: number | null): void {
    if (atMs !== null) this.#commitAtMs = Math.max(this.#commitAtMs ?? 0, atMs)
  }
}

function newEpoch(): string {
  return randomBytes(9).toString('base64url')
}
