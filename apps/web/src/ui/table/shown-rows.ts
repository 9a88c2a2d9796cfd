import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { DataColumn } from './column.ts'
import { watchOrder } from './order-watch.ts'
import { rowOrder } from './row-order.ts'
import type { RowStore } from './row-store.ts'
import { sortKey, type TableSort } from './sort.ts'

/** How long after a change the new order waits, when the user is outside the table. */
export const REORDER_AFTER_MS = 2000

/** The rows that a filter of the screen retains, in addition to the search. */
export interface RowFilter<Row extends object> {
  /** Changes when another filter is chosen. */
  readonly key: string
  readonly keeps: (row: Row) => boolean
}

export interface ShownRowsRequest<Row extends object> {
  readonly store: RowStore<Row>
  readonly columns: readonly DataColumn<Row>[]
  readonly sort: TableSort | null
  readonly search: string
  readonly filter?: RowFilter<Row> | undefined
  /** Whether the order must hold now: the pointer or the focus is in the table. */
  readonly isHeld: () => boolean
}

export interface ShownRows {
  readonly ids: readonly string[]
  /** The order that is right differs from the one that is shown. */
  readonly hasOrderChanged: boolean
  readonly applyOrder: () => void
  /** Pointer and focus left the table. */
  readonly release: () => void
}

interface Moment<Row extends object> {
  readonly rows: readonly Row[]
  readonly filter: RowFilter<Row> | undefined
  /** The user's request when the rows were taken: another request takes new rows. */
  readonly asked: string
  readonly store: RowStore<Row>
  readonly storeIds: readonly string[]
  /** Rows as they stood before, when the order had to hold. */
  readonly heldIds: readonly string[] | null
}

/**
 * The rows of a live table in display order. Figures change in place; rows never move while the pointer or the focus is in the
 * table, and otherwise 2 s after the order changed.
 */
export function useShownRows<Row extends object>({
  store,
  columns,
  sort,
  search,
  filter,
  isHeld,
}: ShownRowsRequest<Row>): ShownRows {
  'use no memo'
  const asked = `${sort?.columnId ?? ''} ${sort?.direction ?? ''} ${filter?.key ?? ''} ${search}`
  const [moment, setMoment] = useState(() => takeMoment(store, asked, filter, null))
  const [hasFigureMoved, setFigureMoved] = useState(false)
  const [hasFilterMoved, setFilterMoved] = useState(false)
  let current = moment
  if (moment.asked !== asked || moment.store !== store) {
    current = takeMoment(store, asked, filter, null)
    setMoment(current)
    setFigureMoved(false)
    setFilterMoved(false)
  }

  const orderedIds = useMemo(
    () => rowOrder({ rows: current.rows, idOf: store.idOf, columns, sort, search }),
    [current.rows, store, columns, sort, search],
  )
  const ids = useMemo(() => arrange(orderedIds, current.heldIds), [orderedIds, current.heldIds])
  const hasMoved = current.heldIds !== null && ids.some((id, index) => id !== orderedIds[index])

  const applyOrder = useCallback(() => {
    setMoment(before => takeMoment(store, before.asked, before.filter, null))
    setFigureMoved(false)
    setFilterMoved(false)
  }, [store])

  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const applySoon = useEffectEvent(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      if (!isHeld()) applyOrder()
    }, REORDER_AFTER_MS)
  })
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )

  // Rows that come or go show at once; others retain their place while the user is in the table.
  const takeRows = useEffectEvent(() => {
    const heldIds = isHeld() ? ids : null
    setMoment(before => takeMoment(store, before.asked, before.filter, heldIds))
  })
  const catchUp = useEffectEvent(() => {
    if (store.ids() !== current.storeIds) takeRows()
  })
  useEffect(() => {
    // Rows may have come between the render and this subscription.
    queueMicrotask(() => catchUp())
    return store.subscribeRows(() => takeRows())
  }, [store])

  const sortColumn = sort ? columns.find(column => column.id === sort.columnId) : undefined
  const direction = sort?.direction
  useEffect(() => {
    if (!sortColumn || !direction) return
    const watch = watchOrder(
      ids,
      id => {
        const row = store.get(id)
        return row === undefined ? undefined : sortKey(sortColumn.kind, sortColumn.value(row))
      },
      direction,
    )
    const look = (changedIds: readonly string[]) => {
      const hasChanged = watch.look(changedIds)
      setFigureMoved(hasChanged)
      if (hasChanged && !isHeld()) applySoon()
    }
    look([])
    return store.subscribeChanges(look)
  }, [store, ids, sortColumn, direction, isHeld])

  // Rows that now pass the filter, or no longer do, come and go as the order changes: not under the user's pointer.
  useEffect(() => {
    const { filter: chosen, rows } = current
    if (!chosen) return
    const kept = new Set(rows.map(row => store.idOf(row)))
    return store.subscribeChanges(changedIds => {
      const hasMovedRow = changedIds.some(id => {
        const row = store.get(id)
        return row !== undefined && chosen.keeps(row) !== kept.has(id)
      })
      if (!hasMovedRow) return
      setFilterMoved(true)
      if (!isHeld()) applySoon()
    })
  }, [store, current, isHeld])

  const hasOrderChanged = hasFigureMoved || hasFilterMoved || hasMoved
  const release = () => {
    if (hasOrderChanged) applySoon()
  }
  return { ids, hasOrderChanged, applyOrder, release }
}

function takeMoment<Row extends object>(
  store: RowStore<Row>,
  asked: string,
  filter: RowFilter<Row> | undefined,
  heldIds: readonly string[] | null,
): Moment<Row> {
  const rows = filter ? store.rows().filter(row => filter.keeps(row)) : store.rows()
  return { rows, filter, storeIds: store.ids(), asked, store, heldIds }
}

/** Rows that stood keep their places, gone ones leave, new ones come at the end. */
function arrange(orderedIds: readonly string[], heldIds: readonly string[] | null): readonly string[] {
  if (heldIds === null) return orderedIds
  const present = new Set(orderedIds)
  const stood = heldIds.filter(id => present.has(id))
  const known = new Set(stood)
  return [...stood, ...orderedIds.filter(id => !known.has(id))]
}
