import type { Changes } from '@desk/schema/changes/changes'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { Addressed } from './broadcast.ts'
import type { Clock } from './clock.ts'
import { roomKey, TopicRoom, type RoomIdentity, type RowNews } from './topic-room.ts'

/** How long a room without watchers stays, so that a short disconnection costs no snapshot. */
const EMPTY_ROOM_KEPT_MS = 30_000
/** Frames that had to wait are sent together with those due within this time. */
const LEAST_BETWEEN_TURNS_MS = 10
const READ_AGAIN: RowNews = { hasMoved: false, mayHaveSkipped: false, committedAtMs: null }
const VIEWS: readonly StreamViewType[] = ['internal', 'external']

export interface RoomRows {
  readonly rows: readonly { readonly id: string; readonly row: object }[]
  readonly totals?: object | undefined
  readonly statuses: readonly StatusEvent[]
}

interface Held {
  readonly room: TopicRoom
  emptySinceMs: number | null
}

/**
 * The rooms that are being watched here. It maps incoming changes to topics and sends them as frames: at once while a room's
 * window allows, else merged into the next frame.
 */
export class TopicRooms {
  readonly #rooms = new Map<string, Held>()
  readonly #clock: Clock
  readonly #send: (frames: readonly Addressed[]) => void
  /** Rooms whose changes wait for their frame window. */
  readonly #waiting = new Set<Held>()
  #turn: { readonly atMs: number; readonly cancel: () => void } | null = null
  #turnedAtMs = -Infinity

  /** @param send takes all frames of one moment, in order */
  constructor(clock: Clock, send: (frames: readonly Addressed[]) => void) {
    this.#clock = clock
    this.#send = send
  }

  get size(): number {
    return this.#rooms.size
  }

  /** Gives the room, made when it is not there. */
  enter(identity: RoomIdentity, projectId: number | null): TopicRoom {
    const key = roomKey(identity)
    const held = this.#rooms.get(key) ?? { room: new TopicRoom(identity, projectId), emptySinceMs: null }
    this.#rooms.set(key, held)
    held.emptySinceMs = null
    return held.room
  }

  get(key: string): TopicRoom | undefined {
    return this.#rooms.get(key)?.room
  }

  all(): TopicRoom[] {
    return [...this.#rooms.values()].map(({ room }) => room)
  }

  /** Maps one answer of the feed to the topics that are watched, and sends what may go. */
  apply(changes: Changes): void {
    if (this.#rooms.size === 0) return
    // a parent's status changes its children's rows, but not their versions
    const accountsWithMovedParents = new Set(
      changes.statuses.flatMap(({ pm_dsh_ud: account, event }) => (event.scope === 'source' ? [] : [account])),
    )
    const newsFor = (account: number): RowNews => ({
      hasMoved: true,
      mayHaveSkipped: accountsWithMovedParents.has(account),
      committedAtMs: changes.committed_at_ms ?? null,
    })
    const touched = new Set<Held>()
    const to = (topic: string, accountId: number, tell: (room: TopicRoom) => void): void => {
      for (const view of VIEWS) {
        const held = this.#rooms.get(roomKey({ topic, accountId, view }))
        if (!held) continue
        tell(held.room)
        touched.add(held)
      }
    }
    for (const { pm_dsh_ud: account, row } of changes.sources)
      for (const topic of [`survey:${row.pm_sy_ud}`, 'sources'])
        to(topic, account, room => room.takeRow(String(row.stmid), row, newsFor(account)))
    for (const { pm_dsh_ud: account, row } of changes.surveys) {
      to(`survey:${row.pm_sy_ud}`, account, room => room.takeTotals(row, newsFor(account)))
      to(`project:${row.pm_proj_ud}`, account, room => room.takeRow(String(row.pm_sy_ud), row, newsFor(account)))
    }
    for (const { pm_dsh_ud: account, row } of changes.projects) {
      to(`project:${row.pm_proj_ud}`, account, room => room.takeTotals(row, newsFor(account)))
      to('projects', account, room => room.takeRow(String(row.pm_proj_ud), row, newsFor(account)))
    }
    for (const { pm_dsh_ud: account, scope, id, pm_sy_ud, row } of changes.hours) {
      const topic = scope === 'source' ? `hours:survey:${pm_sy_ud}` : `hours:${scope}:${id}`
      to(topic, account, room =>
        room.takeRow(hourRowId(scope === 'source' ? id : undefined, row.Start_Time), row, newsFor(account)),
      )
    }
    for (const { pm_dsh_ud: account, event } of changes.statuses) {
      to(`project:${event.pm_proj_ud}`, account, room => room.takeStatus(event))
      to('sources', account, room => room.takeStatus(event))
      const surveyId = event.scope === 'survey' ? event.id : event.pm_sy_ud
      if (surveyId !== null) to(`survey:${surveyId}`, account, room => room.takeStatus(event))
      if (event.scope === 'project') {
        to('projects', account, room => room.takeStatus(event))
        for (const held of this.#surveysOf(event.pm_proj_ud, account)) {
          held.room.takeStatus(event)
          touched.add(held)
        }
      }
    }
    this.#sendWhatMay(touched)
  }

  /** Takes the polled changes for one room, and sends whatever may go. */
  put(room: TopicRoom, { rows, totals, statuses }: RoomRows): void {
    const held = this.#rooms.get(room.key)
    if (held?.room !== room) return
    for (const { id, row } of rows) room.takeRow(id, row, READ_AGAIN)
    if (totals) room.takeTotals(totals, READ_AGAIN)
    for (const event of statuses) room.takeStatus(event)
    this.#sendWhatMay([held])
  }

  /** Every room starts a new epoch and sends its position, so that its watchers read snapshots. */
  reset(): void {
    const rooms = this.all()
    for (const room of rooms) room.reset()
    this.#send(rooms.map(room => ({ key: room.key, frame: room.standing() })))
  }

  /** Stops whatever waits to be sent. */
  close(): void {
    this.#turn?.cancel()
    this.#turn = null
    this.#waiting.clear()
    this.#rooms.clear()
  }

  /** Drops the rooms that have had no watcher for a while. */
  dropEmpty(watcherCount: (key: string) => number): void {
    const nowMs = this.#clock.nowMs()
    for (const [key, held] of this.#rooms) {
      if (watcherCount(key) > 0) {
        held.emptySinceMs = null
        continue
      }
      held.emptySinceMs ??= nowMs
      if (nowMs - held.emptySinceMs < EMPTY_ROOM_KEPT_MS) continue
      this.#waiting.delete(held)
      this.#rooms.delete(key)
    }
  }

  #surveysOf(projectId: number, accountId: number): Held[] {
    return [...this.#rooms.values()].filter(({ room }) => room.projectId === projectId && room.accountId === accountId)
  }

  #sendWhatMay(asked: Iterable<Held>): void {
    const nowMs = this.#clock.nowMs()
    const frames: Addressed[] = []
    for (const held of asked) {
      const { room } = held
      if (room.hasPending && room.window.nextAtMs(nowMs) > nowMs) {
        this.#waiting.add(held)
        continue
      }
      this.#waiting.delete(held)
      const frame = room.hasPending ? room.takeFrame(nowMs) : null
      if (frame) frames.push({ key: room.key, frame })
    }
    if (frames.length > 0) this.#send(frames)
    this.#planTurn(nowMs)
  }

  /** The timer of the waiting rooms: it fires when the first of them may send. */
  #planTurn(nowMs: number): void {
    let firstMs = Infinity
    for (const { room } of this.#waiting) firstMs = Math.min(firstMs, room.window.nextAtMs(nowMs))
    const atMs = Math.max(firstMs, this.#turnedAtMs + LEAST_BETWEEN_TURNS_MS)
    if (this.#turn && this.#turn.atMs <= atMs) return
    this.#turn?.cancel()
    this.#turn = null
    if (atMs === Infinity) return
    const cancel = this.#clock.after(atMs - nowMs, () => {
      this.#turn = null
      this.#turnedAtMs = this.#clock.nowMs()
      this.#sendWhatMay(this.#waiting)
    })
    this.#turn = { atMs, cancel }
  }
}

/** The id of a row of completes: the source when the row is one source's, and the bucket's start. */
export function hourRowId(sourceId: number | undefined, startTime: string): string {
  return `${sourceId ?? ''}|${startTime}`
}
