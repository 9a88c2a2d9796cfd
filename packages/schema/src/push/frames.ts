import { Schema } from 'effect'
import { StatusEvent } from '../statuses/status-view.ts'

/** The version of the push protocol; a client of another version reloads. */
export const PUSH_PROTOCOL_VERSION = 1

/** At most this many frames a second for one topic. */
export const MAX_FRAMES_PER_SECOND = 4

/** Topics a client may watch: `projects`, `sources` (the live ones of the account), `project:{id}`, `survey:{id}`, `hours:project:{id}`, `hours:survey:{id}`. */
export const TOPIC_PATTERN = /^(projects|sources|project:\d{1,10}|survey:\d{1,10}|hours:(project|survey):\d{1,10})$/
export const Topic = Schema.String.check(Schema.isPattern(TOPIC_PATTERN))

/** Changed cells of one row: the row's id and its new values by the column's wire name. */
export const RowCells = Schema.Struct({ id: Schema.String, cells: Schema.Record(Schema.String, Schema.Json) })
export type RowCells = typeof RowCells.Type

/**
 * One frame of a topic: takes a client that is at position `from` to position `to`, applied whole or not at all. A client whose
 * position is not `from`, or whose epoch differs, has missed something and reads a snapshot (a frame without rows only says
 * that). The client skips a row whose `figures_version` is lower than the one it has. A row holds the cells that changed since it
 * was last sent, or all of them if a snapshot may have shown values in between. `commitAtMs` is when the newest change in it was
 * committed, for measuring freshness.
 */
export const Frame = Schema.Struct({
  topic: Schema.String,
  epoch: Schema.String,
  from: Schema.Int,
  to: Schema.Int,
  rows: Schema.Array(RowCells),
  totals: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
  statuses: Schema.Array(StatusEvent),
  commitAtMs: Schema.optionalKey(Schema.Number),
})
export type Frame = typeof Frame.Type

/**
 * The answer to `watch`: the topic's current position; the client then reads a snapshot over the API and applies later
 * frames.
 */
export const WatchAnswer = Schema.Union([
  Schema.Struct({
    ok: Schema.Literal(true),
    topic: Schema.String,
    epoch: Schema.String,
    position: Schema.Int,
    view: Schema.Literals(['internal', 'external']),
  }),
  Schema.Struct({ ok: Schema.Literal(false), topic: Schema.String, status: Schema.Int, message: Schema.String }),
])
export type WatchAnswer = typeof WatchAnswer.Type

/** How far behind the figures may be, sent to every client every two seconds; null: not known yet. */
export const Heartbeat = Schema.Struct({ atMs: Schema.Number, feedDelayMs: Schema.NullOr(Schema.Number) })
export type Heartbeat = typeof Heartbeat.Type

/** The answer to `token`: whether the server accepted the renewed token; if not, the socket keeps the former one. */
export const TokenAnswer = Schema.Union([
  Schema.Struct({ ok: Schema.Literal(true) }),
  Schema.Struct({ ok: Schema.Literal(false), status: Schema.Int, message: Schema.String }),
])
export type TokenAnswer = typeof TokenAnswer.Type

/** Socket.IO events from server to client. */
export interface ServerToClient {
  frame: (frame: Frame) => void
  heartbeat: (beat: Heartbeat) => void
  ended: (why: { reason: string }) => void
  /** The rules of the user's account have changed: the page checks its session. */
  doubted: () => void
  /** The alerts of the user have changed: the page reads the bell again. */
  alerted: () => void
}

/**
 * Socket.IO events from client to server. `watch` and `token` answer by acknowledgement. The handshake's `auth` carries the token
 * of a connection as `{ token }`; the event `token` sends the one that replaces it (§7.4).
 */
export interface ClientToServer {
  watch: (topic: string, answer: (verdict: WatchAnswer) => void) => void
  unwatch: (topic: string) => void
  token: (token: string, answer: (taken: TokenAnswer) => void) => void
}
