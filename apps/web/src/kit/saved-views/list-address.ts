import { textOf, type RawSearch } from '#kit/tables/table-search.ts'

/** Parameters of a list that are no filters: order, columns and density. */
const LOOK = ['sort', 'cols', 'rows'] as const

/** The look of a list, as a view holds it. */
export interface ListLook {
  readonly filters: Readonly<Record<string, string>>
  readonly sort: string | undefined
  readonly columnIds: readonly string[]
  readonly density: string
}

/** The look that a stored view holds. */
export function lookOf(address: string): ListLook {
  const { sort, cols = '', rows = 'default', ...filters } = Object.fromEntries(new URLSearchParams(address))
  return { filters, sort, columnIds: cols === '' ? [] : cols.split('.'), density: rows }
}

/** The filters among the parameters of a list. */
export const filtersOf = (raw: RawSearch, names: readonly string[]): ListLook['filters'] =>
  Object.fromEntries(
    names.flatMap(name => {
      const text = textOf(raw[name])
      return text === undefined ? [] : [[name, text]]
    }),
  )

/** A look as a view stores it: equal looks have equal addresses. */
export function addressOf({ filters, sort, columnIds, density }: ListLook): string {
  const named = Object.entries(filters)
    .filter(([name]) => !LOOK.some(own => own === name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const order = sort === undefined ? [] : [['sort', sort]]
  return new URLSearchParams([...named, ...order, ['cols', columnIds.join('.')], ['rows', density]]).toString()
}

/** A look as its reader sees it: its known columns in their order, and how many others it names. */
export function lookFor(
  look: ListLook,
  known: ReadonlySet<string>,
): { readonly look: ListLook; readonly hiddenIds: readonly string[] } {
  const hiddenIds = look.columnIds.filter(id => !known.has(id))
  const sort = look.sort !== undefined && known.has(look.sort.replace(/^-/, '')) ? look.sort : undefined
  return { look: { ...look, sort, columnIds: look.columnIds.filter(id => known.has(id)) }, hiddenIds }
}
