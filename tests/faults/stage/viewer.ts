import { freshness, topicPhase, type Freshness } from '@desk/machines/feed/feed.selectors'
import type { SourceRow, SurveyFigures } from '@desk/schema/figures/figures'
import type { ClientToServer, Frame, ServerToClient } from '@desk/schema/push/frames'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import { CLOCK_TICK_MS, openFeed, type Feed } from '@desk/web/runtime/live/feed'
import * as pushModule from '@desk/web/runtime/live/push-module'
import { createRowStore } from '@desk/web/ui/table/row-store'
import { cellsOfStatus, newerOf, newsFor } from '@desk/web/kit/tables/live-row'
import type { Socket } from 'socket.io-client'
import { readTable, type Table } from './server-table.ts'

export type PushSocket = Socket<ServerToClient, ClientToServer>

export interface ViewerOptions {
  readonly gatewayUrl: string
  /** Where snapshots are read, when that is not the gateway's address too. */
  readonly apiUrl?: string
  readonly token: string
  readonly surveyId: number
  /** Takes the gateway's frames on their way to the client. */
  readonly onTheWay?: (frame: unknown, deliver: (frame: unknown) => void) => void
  /** The client's clock. */
  readonly nowMs?: () => number
}

/** Where a topic stood, or went to, as it came over the wire. */
export interface Heard {
  /** The how-manieth connection it came over. */
  readonly connection: number
  readonly epoch: string
  readonly from: number
  readonly to: number
}

/** One open source table: the web client's own feed, socket and row store, without a page around them. */
export interface Viewer {
  readonly feed: Feed
  /** Every frame as it arrived, in order. */
  readonly heard: readonly Heard[]
  readonly statuses: readonly StatusEvent[]
  readonly freshness: () => Freshness
  /** Connected, subscribed, with a snapshot, and nothing asked for that has not come. */
  readonly isLive: () => boolean
  readonly table: () => Table
  close(): void
}

/** Opens a survey's source table at a gateway. */
export function openViewer({
  gatewayUrl,
  apiUrl = gatewayUrl,
  token,
  surveyId,
  onTheWay = (frame, deliver) => deliver(frame),
  nowMs = Date.now,
}: ViewerOptions): Viewer {
  const topic = `survey:${surveyId}`
  const rows = createRowStore<SourceRow>({ idOf: row => String(row.stmid) })
  let totals: Partial<SurveyFigures> | null = null
  const heard: Heard[] = []
  const statuses: StatusEvent[] = []

  let connection = 0
  const openSocket = (address: string, tokenNow: () => string | null): PushSocket => {
    const socket = pushModule.openSocket(address, tokenNow)
    socket.on('connect', () => (connection += 1))
    const on = socket.on.bind(socket)
    // the client receives frames by the way of the test; all other events pass
    socket.on = ((event: 'frame', listener: (frame: unknown) => void) =>
      event === 'frame'
        ? on(event, (frame: Frame) => {
            heard.push({ connection, epoch: frame.epoch, from: frame.from, to: frame.to })
            onTheWay(frame, listener)
          })
        : on(event, listener)) as typeof socket.on
    return socket
  }

  const feed = openFeed({
    load: () => Promise.resolve({ ...pushModule, openSocket }),
    address: () => Promise.resolve(gatewayUrl),
    token: () => token,
    nowMs,
    onSessionDoubt: () => undefined,
    onOutdated: () => undefined,
    onFault: () => undefined,
  })
  const takeTotals = (next: Partial<SurveyFigures>): void => {
    if (
      totals?.figures_version !== undefined &&
      next.figures_version !== undefined &&
      next.figures_version < totals.figures_version
    )
      return
    totals = { ...totals, ...next }
  }
  feed.watch<Table>(topic, {
    read: signal => readTable(apiUrl, token, surveyId, signal),
    applySnapshot: snapshot => {
      rows.setAll(snapshot.rows.map(row => newerOf(rows.get(String(row.stmid)), row)))
      takeTotals(snapshot.totals)
    },
    applyFrame: frame => {
      rows.applyBatch(
        frame.rows.flatMap(({ id, cells }) => {
          const row = rows.get(id)
          return row === undefined ? [] : [{ id, cells: newsFor(row, cells) }]
        }),
      )
      if (frame.totals) takeTotals(frame.totals as Partial<SurveyFigures>) // the totals' cells by the contract
      for (const event of frame.statuses) {
        const row = event.scope === 'source' ? rows.get(String(event.id)) : undefined
        if (row && event.version > row.status_version) rows.applyCells(String(event.id), cellsOfStatus(event))
      }
    },
  })
  feed.onStatus(event => statuses.push(event))
  const clock = setInterval(() => feed.send({ type: 'clock.ticked', nowMs: nowMs() }), CLOCK_TICK_MS)
  clock.unref()
  feed.send({ type: 'feed.openRequested' })

  return {
    feed,
    heard,
    statuses,
    freshness: () => freshness(feed.getSnapshot(), nowMs()),
    isLive: () =>
      feed.getSnapshot().matches('live') &&
      topicPhase(feed.getSnapshot(), topic) === 'following' &&
      freshness(feed.getSnapshot(), nowMs()) === 'live',
    table: () => ({ rows: rows.rows(), totals: totals ?? {} }),
    close() {
      clearInterval(clock)
      feed.send({ type: 'feed.closeRequested' })
    },
  }
}

/**
 * The faults in the order of frames: over one connection and in one epoch each must begin where the previous one ended.
 * A frame that only states the topic's position sends a client that did not keep up to a snapshot, and may lie further
 * on.
 */
export function breaksIn(heard: readonly Heard[]): string[] {
  const endOf = new Map<string, number>()
  return heard.flatMap(({ connection, epoch, from, to }) => {
    const order = `${connection} ${epoch}`
    const end = endOf.get(order)
    endOf.set(order, to)
    const isStanding = from === to
    if (end === undefined || from === end || (isStanding && from > end)) return []
    return [`connection ${connection}, ${epoch}: ${from}–${to} after ${end}`]
  })
}
