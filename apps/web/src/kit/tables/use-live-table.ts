import type { FieldFacts } from '@desk/schema/figures/field-facts'
import type { Figures } from '@desk/schema/figures/figures'
import type { Frame } from '@desk/schema/push/frames'
import { STATUS_LABELS, type StatusScope } from '@desk/schema/statuses/status'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLiveTopic } from '#runtime/hooks/use-live-topic.ts'
import { announce } from '#ui/live-region.tsx'
import { createRowStore, type RowStore } from '#ui/table/row-store.ts'
import { figureTotals } from './figure-columns.ts'
import { cellsOfStatus, newerOf, newsFor, type LiveRow } from './live-row.ts'

/** The figures of the whole, as the server computed them. */
export type TotalFigures = Partial<Figures & FieldFacts> & { readonly figures_version: number }

/** All rows of a table at one moment. */
export interface TableSnapshot<Row> {
  readonly rows: readonly Row[]
  readonly totals: TotalFigures | null
}

export interface LiveTableRequest<Row extends LiveRow> {
  /** The gateway's name of these rows; null where there are none to show. */
  readonly topic: string | null
  /** The rows are those of one past moment: they are read once, and no push changes them. */
  readonly isStill?: boolean
  /** The rows' key in the query cache; the first part is LIVE_TABLE. */
  readonly queryKey: readonly unknown[]
  readonly read: (signal: AbortSignal) => Promise<TableSnapshot<Row>>
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  /** The kind of a row, for status changes. */
  readonly scope: StatusScope
  /** Receives status changes of this topic, of rows and of objects above or below them. */
  readonly onStatuses?: (events: readonly StatusEvent[]) => void
}

export interface LiveTableRows<Row extends object> {
  readonly store: RowStore<Row>
  readonly nameOf: (row: Row) => string
  /** A first load runs. */
  readonly isLoading: boolean
  /** The latest read has rows; the store takes them a moment later. */
  readonly hasRows: boolean
  /** The rows are those of an earlier filter, while those of the new one load. */
  readonly isOutdated: boolean
  /** Why there are no rows; null while there are, or while they load. */
  readonly failure: unknown
  readonly retry: () => void
  readonly isRetrying: boolean
}

/** The first part of the cache key of every live table. */
export const LIVE_TABLE = 'live-table'

/**
 * Updates the rows of a table with the server's figures. The first read is over the API, so that rows show without a
 * push connection too; the topic's snapshots and frames follow. Rows live outside React; mount it again (`key`) for
 * another topic. With another `queryKey` (a filter) the old rows stay until the new ones are read.
 */
export function useLiveTable<Row extends LiveRow>({
  topic,
  isStill = false,
  queryKey,
  read,
  idOf,
  nameOf,
  scope,
  onStatuses,
}: LiveTableRequest<Row>): LiveTableRows<Row> {
  const [store] = useState(() => createRowStore<Row>({ idOf }))
  const queryClient = useQueryClient()
  const totals = useRef<TotalFigures | null>(null)
  const applied = useRef<TableSnapshot<Row> | null>(null)
  /** Pushed rows that are not in the table: new or filtered out. Each is requested once. */
  const unknownIds = useRef(new Set<string>())

  const takeTotals = (next: Partial<TotalFigures>) => {
    const held = totals.current
    if (held !== null && next.figures_version !== undefined && next.figures_version < held.figures_version) return
    totals.current = { figures_version: 0, ...held, ...next }
    store.setTotals(figureTotals(totals.current))
  }

  const takeSnapshot = (snapshot: TableSnapshot<Row>) => {
    if (applied.current === snapshot) return
    applied.current = snapshot
    store.setAll(snapshot.rows.map(row => newerOf(store.get(idOf(row)), row)))
    if (snapshot.totals) takeTotals(snapshot.totals)
  }

  const takeFrame = ({ rows, totals: totalCells, statuses }: Frame) => {
    let hasNewUnknown = false
    const changes = rows.flatMap(({ id, cells }) => {
      const row = store.get(id)
      if (row !== undefined) return [{ id, cells: newsFor(row, cells) }]
      if (!unknownIds.current.has(id)) hasNewUnknown = true
      unknownIds.current.add(id)
      return []
    })
    store.applyBatch(changes)
    // The cells of the totals are figures by the contract.
    if (totalCells) takeTotals(totalCells as Partial<TotalFigures>)
    for (const event of statuses) takeStatus(event)
    // Effective statuses and counts of live children follow from more than the event says.
    if (statuses.length > 0 || hasNewUnknown) void queryClient.invalidateQueries({ queryKey })
    if (statuses.length > 0) onStatuses?.(statuses)
  }

  const takeStatus = (event: StatusEvent) => {
    const id = String(event.id)
    const row = event.scope === scope ? store.get(id) : undefined
    if (row === undefined || event.version <= row.status_version) return
    // The fields are the row's own; a generic row hides that.
    store.applyCells(id, cellsOfStatus(event) as Partial<Row>)
    announce(`${nameOf(row)} is now ${STATUS_LABELS[event.to]}`, 'status')
  }

  const filterKey = JSON.stringify(queryKey)
  useEffect(() => {
    unknownIds.current = new Set()
  }, [filterKey])

  const query = useQuery({ queryKey, queryFn: ({ signal }) => read(signal), enabled: topic !== null || isStill })
  const takeRead = useEffectEvent(takeSnapshot)
  useLayoutEffect(() => {
    if (query.data) takeRead(query.data)
  }, [query.data])

  useLiveTopic<{ readonly askedKey: readonly unknown[]; readonly snapshot: TableSnapshot<Row> }>(topic, {
    read: async signal => ({ askedKey: queryKey, snapshot: await read(signal) }),
    applySnapshot: ({ askedKey, snapshot }) => {
      queryClient.setQueryData(askedKey, snapshot)
      // The filter may have changed while the rows were on their way: they are those of the one that they were asked for.
      if (JSON.stringify(askedKey) === filterKey) takeSnapshot(snapshot)
    },
    applyFrame: takeFrame,
  })

  return {
    store,
    nameOf,
    isLoading: query.isPending,
    hasRows: (query.data?.rows.length ?? 0) > 0,
    isOutdated: query.isPending && store.ids().length > 0,
    failure: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    isRetrying: query.isFetching,
  }
}
