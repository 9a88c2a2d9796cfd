import type { ShownTable } from '#ui/table/csv-export.ts'

/** Which rows of a table are chosen, by their ids: sorting and filters leave it as it is, and a row that leaves the list is let go. */
export interface Selection {
  /** The same set until something is chosen or let go. */
  readonly ids: () => ReadonlySet<string>
  readonly toggle: (id: string) => void
  /**
   * Gives all rows from the last touched one to this one the new state of this one.
   * @param shown the ids of the rows in their shown order; without the last one in it, this row alone
   */
  readonly extendTo: (id: string, shown: readonly string[]) => void
  readonly add: (ids: readonly string[]) => void
  /** Lets the rows go that are not in the list any more. */
  readonly retain: (ids: readonly string[]) => void
  readonly clear: () => void
  readonly subscribe: (listener: () => void) => () => void
}

type AsText = <Row extends object>(table: Pick<ShownTable<Row>, 'columns' | 'rows'>) => string

/** Gives the chosen rows of a table as text, by its columns and in its order. */
export type ChosenAsText = (asText: AsText, ids: ReadonlySet<string>) => string

export const chosenRows =
  <Row extends object>(shownTable: () => ShownTable<Row> | undefined, idOf: (row: Row) => string): ChosenAsText =>
  (asText, ids) => {
    const shown = shownTable()
    return shown === undefined
      ? ''
      : asText({ columns: shown.columns, rows: shown.rows.filter(row => ids.has(idOf(row))) })
  }

/** Makes a selection with nothing in it. */
export function createSelection(): Selection {
  let chosen: ReadonlySet<string> = new Set()
  let touched: string | null = null
  const listeners = new Set<() => void>()

  const take = (next: ReadonlySet<string>) => {
    chosen = next
    for (const listener of listeners) listener()
  }
  const set = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    take(next)
  }

  return {
    ids: () => chosen,
    toggle(id) {
      touched = id
      set([id], !chosen.has(id))
    },
    extendTo(id, shown) {
      const from = touched === null ? -1 : shown.indexOf(touched)
      const to = shown.indexOf(id)
      touched = id
      set(from === -1 || to === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1), !chosen.has(id))
    },
    add: ids => set(ids, true),
    retain(ids) {
      const listed = new Set(ids)
      const gone = [...chosen].filter(id => !listed.has(id))
      if (gone.length > 0) set(gone, false)
    },
    clear() {
      touched = null
      take(new Set())
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
