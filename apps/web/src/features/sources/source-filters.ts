import type { SourceRow } from '@desk/schema/figures/figures'
import type { LiveSource } from '@desk/schema/sources/live-source'
import { ALL, type ListFilter } from '#kit/tables/list-filter.ts'
import { textOf, type RawSearch } from '#kit/tables/table-search.ts'
import { TYPE_WORDS } from './source-words.ts'

interface Choice<Row> {
  readonly label: string
  readonly all: string
  /** The values of a row: ids with their names. */
  readonly of: (row: Row) => readonly (readonly [id: string, name: string])[]
}

const named = (name: string | null) => (name === null ? [] : [[name, name] as const])

/** Filters by their parameter in the URL. */
type Choices<Row> = Readonly<Record<string, Choice<Row>>>

export const SOURCE_CHOICES: Choices<SourceRow> = {
  type: { label: 'Type', all: 'All types', of: row => [[row.type, TYPE_WORDS[row.type]]] },
  supplier: { label: 'Supplier', all: 'All suppliers', of: row => (row.suppliers ?? []).flatMap(named) },
}

export const LIVE_SOURCE_CHOICES: Choices<LiveSource> = {
  project: { label: 'Project', all: 'All projects', of: row => [[String(row.pm_proj_ud), row.pm_proj_name]] },
  ...SOURCE_CHOICES,
  country: { label: 'Country', all: 'All countries', of: row => named(row.country) },
  manager: { label: 'Project manager', all: 'All project managers', of: row => named(row.consultant_name) },
}

/** Filters of sources: each offers what the rows have, and none that they have nothing of. */
export function sourceFilters<Row extends SourceRow>(
  choices: Choices<Row>,
  rows: readonly Row[],
  search: RawSearch,
): ListFilter<Row>[] {
  return Object.entries(choices).flatMap(([name, { label, all, of }]) => {
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
