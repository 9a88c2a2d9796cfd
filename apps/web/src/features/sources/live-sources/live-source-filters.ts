import type { LiveSource } from '@desk/schema/sources/live-source'
import { ALL, type ListFilter } from '#kit/tables/list-filter.ts'
import { textOf, type RawSearch } from '#kit/tables/table-search.ts'

interface Choice {
  readonly label: string
  readonly all: string
  /** The values of a row: ids with their names. */
  readonly of: (row: LiveSource) => readonly (readonly [id: string, name: string])[]
}

const named = (name: string | null) => (name === null ? [] : [[name, name] as const])

/** The filters by their parameter in the URL. */
const CHOICES: Readonly<Record<string, Choice>> = {
  project: { label: 'Project', all: 'All projects', of: row => [[String(row.pm_proj_ud), row.pm_proj_name]] },
  supplier: { label: 'Supplier', all: 'All suppliers', of: row => (row.suppliers ?? []).flatMap(named) },
  country: { label: 'Country', all: 'All countries', of: row => named(row.country) },
  manager: { label: 'Project manager', all: 'All project managers', of: row => named(row.consultant_name) },
}

/** The filters of the live sources: each offers what the rows have, and none that they have nothing of. */
export function liveSourceFilters(rows: readonly LiveSource[], search: RawSearch): ListFilter<LiveSource>[] {
  return Object.entries(CHOICES).flatMap(([name, { label, all, of }]) => {
    const chosen = textOf(search[name])
    const options = [...new Map(rows.flatMap(of))]
      .map(([id, text]) => ({ id, label: text }))
      .sort((one, other) => one.label.localeCompare(other.label, 'en'))
    if (options.length === 0 && chosen === undefined) return []
    return [
      {
        name,
        label,
        options: [{ id: ALL, label: all }, ...options],
        chosen,
        keeps: row => chosen === undefined || of(row).some(([id]) => id === chosen),
      },
    ]
  })
}
