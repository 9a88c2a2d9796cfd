import type { IdFilter } from '@desk/schema/reports/report-address'
import { NARROWING_FILTERS, type NarrowedTo, type ReportType } from '@desk/schema/reports/report'
import { STATUS_LABELS, type StatusCode } from '@desk/schema/statuses/status'
import { hasSuppliers, type ReportChoices } from './report-search.ts'
import { namesById } from '#kit/forms/named-options.ts'
import { isolated } from '#ui/format/isolated.ts'

interface Words {
  /** One of them. */
  readonly one: string
  readonly several: string
}

/** The filters of a report that name things, in the order of the screen. */
export const REPORT_FILTERS = {
  pm_proj_ud: { one: 'Project', several: 'Projects' },
  pm_sy_ud: { one: 'Survey', several: 'Surveys' },
  stmid: { one: 'Source', several: 'Sources' },
  pm_sup_ud: { one: 'Supplier', several: 'Suppliers' },
  consultant: { one: 'Project manager', several: 'Project managers' },
  business_unit_ud: { one: 'Business unit', several: 'Business units' },
  pm_cy_cs_id: { one: 'Country', several: 'Countries' },
  status: { one: 'Project status', several: 'Project statuses' },
} as const satisfies Record<IdFilter, Words>

const FILTERS = Object.keys(REPORT_FILTERS) as IdFilter[] // Object.keys loses the key types

/** The filters that a report has for a viewer. @param seesSupplySide whether the viewer may see the supply side */
export const filtersOfReport = (type: ReportType, seesSupplySide: boolean): readonly IdFilter[] =>
  FILTERS.filter(filter => filter !== 'pm_sup_ud' || hasSuppliers(type, seesSupplySide))

/** One thing that a report is narrowed to. */
export interface ChosenThing {
  readonly filter: IdFilter
  readonly id: number
  /** Its kind and name: 'Project: Tea study'. */
  readonly label: string
}

/** Names of things by filter and id, as far as they are known. */
export type NamesOfThings = Readonly<Record<string, string>>

/** The key of a name in them. */
export const keyOfThing = (filter: IdFilter, id: number | string): string => `${filter} ${id}`

const isStatus = (code: number): code is StatusCode => code in STATUS_LABELS

/** The names that a report tells of what it is narrowed to. */
export function namesOf(narrowedTo: readonly NarrowedTo[]): NamesOfThings {
  // Object.entries loses the key types
  const filters = Object.entries(NARROWING_FILTERS) as [keyof typeof NARROWING_FILTERS, string][]
  return Object.fromEntries(
    filters.flatMap(([filter, kind]) =>
      [...namesById(narrowedTo.filter(({ is }) => is === kind))].map(([id, name]) => [keyOfThing(filter, id), name]),
    ),
  )
}

/** The narrowing things of a report; a thing without a known name has its id as one. */
export const chosenThings = (choices: ReportChoices, names: NamesOfThings): readonly ChosenThing[] =>
  FILTERS.flatMap(filter =>
    (choices[filter] ?? []).map(id => {
      const name =
        filter === 'status' && isStatus(id) ? STATUS_LABELS[id] : (names[keyOfThing(filter, id)] ?? String(id))
      return { filter, id, label: `${REPORT_FILTERS[filter].one}: ${isolated(name)}` }
    }),
  )
