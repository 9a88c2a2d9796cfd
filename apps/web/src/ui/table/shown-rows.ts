import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { DataColumn } from './column.ts'
import { watchOrder } from './order-watch.ts'
import type { RowStore } from './row-store.ts'
import { sortKey, type TableSort } from './sort.ts'
import { useRowOrder } from './table-model.ts'

/** How long after a change the new order waits, when nobody is in the table. */
export const REORDER_AFTER_MS = 2000

export interface ShownRowsRequest<Row extends object> {
  readonly store: RowStore<Row>
  readonly columns: readonly DataColumn<Row>[]
  readonly shownColumnIds: readonly string[]
  readonly sort: TableSort | null
  readonly search: string
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
  /** What the person asked for when the rows were taken: a new wish takes new rows. */
  readonly wish: string
  readonly store: RowStore<Row>
  readonly storeIds: readonly string[]
  /** Rows as they stood before, when the order had to hold. */
  readonly heldIds: readonly string[] | null
}

/**
 * The rows of a live table in the order in which they stand. Figures change in place; rows never move while somebody is in the table,
 * and without anybody 2 s after the order changed.
 */
export function useShownRows<Row extends object>({
  store,
  columns,
  shownColumnIds,
  sort,
  search,
  isHeld,
}: ShownRowsRequest<Row>): ShownRows {
  'use no memo'
  const wish = `${sort?.columnId ?? ''} ${sort?.direction ?? ''} ${search}`
  const [moment, setMoment] = useState(() => takeMoment(store, wish, null))
  const [hasFigureMoved, setFigureMoved] = useState(false)
  let current = moment
  if (moment.wish !== wish || moment.store !== store) {
    current = takeMoment(store, wish, null)
    setMoment(current)
    setFigureMoved(false)
  }

  const orderedIds = useRowOrder({ rows: current.rows, idOf: store.idOf, columns, shownIds: shownColumnIds, sort, search })
  const ids = useMemo(() => arrange(orderedIds, current.heldIds), [orderedIds, current.heldIds])
  const hasMoved = current.heldIds !== null && ids.some((id, index) => id !== orderedIds[index])

  const applyOrder = useCallback(() => {
    setMoment((before) => takeMoment(store, before.wish, null))
    setFigureMoved(false)
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

  // Rows that come or go show at once; those that stay keep their place while somebody is in the table.
  const takeRows = useEffectEvent(() => {
    const heldIds = isHeld() ? ids : null
    setMoment((before) => takeMoment(store, before.wish, heldIds))
  })
  const catchUp = useEffectEvent(() => {
    if (store.ids() !== current.storeIds) takeRows()
  })
  useEffect(() => {
    // Rows may have come between the render and this subscription.
    catchUp()
    return store.subscribeRows(() => takeRows())
  }, [store])

  const sortColumn = sort ? columns.find((column) => column.id === sort.columnId) : undefined
  const direction = sort?.direction
  useEffect(() => {
    if (!sortColumn || !direction) return
    const watch = watchOrder(
      ids,
      (id) => {
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

  const hasOrderChanged = hasFigureMoved || hasMoved
  const release = () => {
    if (hasOrderChanged) applySoon()
  }
  return { ids, hasOrderChanged, applyOrder, release }
}

function takeMoment<Row extends object>(store: RowStore<Row>, wish: string, heldIds: readonly string[] | null): Moment<Row> {
  return { rows: store.rows(), storeIds: store.ids(), wish, store, heldIds }
}

/** Rows that stood keep their places, gone ones leave, new ones come at the end. */
function arrange(orderedIds: readonly string[], heldIds: readonly string[] | null): readonly string[] {
  if (heldIds === null) return orderedIds
  const present = new Set(orderedIds)
  const stood = heldIds.filter((id) => present.has(id))
  const known = new Set(stood)
  return [...stood, ...orderedIds.filter((id) => !known.has(id))]
}
