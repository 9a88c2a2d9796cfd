import type { Figure } from '#ui/format/figures.ts'

/** New values of some cells of one row. */
export interface CellChange<Row> {
  readonly id: string
  readonly cells: Partial<Row>
}

/** The totals row as the server computed it, by column id; figures in the unit of their column. */
export type Totals = Readonly<Record<string, Figure>>

type Listener = () => void

/**
 * The rows of one table, outside React. The view of a row listens to that row alone, so the cost of a change depends
 * on the visible rows. Rows are never changed in place: a new object means a change.
 */
export interface RowStore<Row extends object> {
  readonly idOf: (row: Row) => string
  readonly get: (id: string) => Row | undefined
  /** Row ids in the order in which they came; the same array until rows come or go. */
  readonly ids: () => readonly string[]
  /** All rows in the order of `ids`, as they are now. */
  readonly rows: () => Row[]
  /** Takes a whole snapshot: rows not in it go, and rows equal to the held ones stay as they are. */
  readonly setAll: (rows: readonly Row[]) => void
  /** Takes some cells of one row. @returns false when the row is not there */
  readonly applyCells: (id: string, cells: Partial<Row>) => boolean
  /** Takes one push frame. Rows that are not there are passed over. @returns how many rows changed */
  readonly applyBatch: (changes: Iterable<CellChange<Row>>) => number
  readonly upsert: (row: Row) => void
  readonly remove: (id: string) => boolean
  readonly totals: () => Totals | null
  readonly setTotals: (totals: Totals | null) => void
  /** Called when this row changed. @returns what ends it */
  readonly subscribeRow: (id: string, listener: Listener) => () => void
  /** Called when rows came or went. */
  readonly subscribeRows: (listener: Listener) => () => void
  /** Called once for each change of figures with the ids of the changed rows. */
  readonly subscribeChanges: (listener: (changedIds: readonly string[]) => void) => () => void
  readonly subscribeTotals: (listener: Listener) => () => void
}

export interface RowStoreOptions<Row> {
  readonly idOf: (row: Row) => string
}

/** Makes an empty row store. */
export function createRowStore<Row extends object>({ idOf }: RowStoreOptions<Row>): RowStore<Row> {
  let shown = new Map<string, Row>()
  let shownTotals: Totals | null = null
  let ids: readonly string[] | null = null

  const rowListeners = new Map<string, Set<Listener>>()
  const structureListeners = new Set<Listener>()
  const changeListeners = new Set<(changedIds: readonly string[]) => void>()
  const totalsListeners = new Set<Listener>()

  const notify = (listeners: Set<Listener>) => {
    for (const listener of listeners) listener()
  }

  /** Tells who listens: first that rows came or went, then which figures changed. */
  const publish = (changedIds: readonly string[], structureChanged: boolean) => {
    if (structureChanged) {
      ids = null
      notify(structureListeners)
    }
    if (changedIds.length === 0) return
    for (const id of changedIds) {
      const listeners = rowListeners.get(id)
      if (listeners) notify(listeners)
    }
    for (const listener of changeListeners) listener(changedIds)
  }

  /** Merges cells into a row; true when something differs. */
  const merge = (id: string, cells: Partial<Row>): boolean => {
    const row = shown.get(id)
    if (!row || !differs(row, cells)) return false
    shown.set(id, { ...row, ...cells })
    return true
  }

  /** Replaces the shown rows and notifies listeners of the differences. */
  const show = (next: Map<string, Row>) => {
    const changed: string[] = []
    let structureChanged = next.size !== shown.size
    const previousIds = shown.keys()
    for (const [id, row] of next) {
      const before = shown.get(id)
      if (previousIds.next().value !== id) structureChanged = true
      if (before !== undefined && before !== row) changed.push(id)
    }
    shown = next
    publish(changed, structureChanged)
  }

  return {
    idOf,
    get: id => shown.get(id),
    ids: () => (ids ??= [...shown.keys()]),
    rows: () => [...shown.values()],

    setAll(rows) {
      const next = new Map<string, Row>()
      for (const row of rows) {
        const id = idOf(row)
        const old = shown.get(id)
        next.set(id, old !== undefined && !differs(old, row) ? old : row)
      }
      show(next)
    },

    applyCells(id, cells) {
      if (!shown.has(id)) return false
      if (merge(id, cells)) publish([id], false)
      return true
    },

    applyBatch(changes) {
      const changed = new Set<string>()
      for (const { id, cells } of changes) if (merge(id, cells)) changed.add(id)
      publish([...changed], false)
      return changed.size
    },

    upsert(row) {
      const id = idOf(row)
      const old = shown.get(id)
      if (old !== undefined && !differs(old, row)) return
      shown.set(id, row)
      publish([id], old === undefined)
    },

    remove(id) {
      if (!shown.delete(id)) return false
      publish([], true)
      return true
    },

    totals: () => shownTotals,

    setTotals(totals) {
      shownTotals = totals
      notify(totalsListeners)
    },

    subscribeRow(id, listener) {
      let listeners = rowListeners.get(id)
      if (!listeners) {
        listeners = new Set()
        rowListeners.set(id, listeners)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && rowListeners.get(id) === listeners) rowListeners.delete(id)
      }
    },
    subscribeRows: listener => subscribe(structureListeners, listener),
    subscribeChanges: listener => subscribe(changeListeners, listener),
    subscribeTotals: listener => subscribe(totalsListeners, listener),
  }
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether taking these cells would change the row. */
function differs<Row extends object>(row: Row, cells: Partial<Row>): boolean {
  for (const key in cells) if (!Object.is(row[key], cells[key])) return true
  return false
}
