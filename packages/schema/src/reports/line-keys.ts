import type { StreamViewType } from '../users/current-user.ts'
import { lineKey, type ReportLine } from './report-columns.ts'
import type { ReportDimension, ReportType } from './report.ts'

/** What a report tells its lines apart by besides the chosen things: columns of its own. */
const OWN_KEYS: Readonly<Partial<Record<ReportType, readonly OwnLineKey[]>>> = {
  hours: ['hour'],
  terminations: ['state', 'rule'],
  quotas: ['quota'],
  reconciliation: ['month', 'reason_code'],
}

/** A column of a report, beside the chosen things, whose value tells its lines apart. */
export type OwnLineKey = 'hour' | 'state' | 'rule' | 'quota' | 'month' | 'reason_code'

/** What a line of a report is told from the others by. */
export type ReportLineKey = ReportDimension | OwnLineKey

/**
 * The names of what tells a report's lines apart: the chosen things, then the report's own.
 * @param view the viewer's view, which has no rules
 */
export const reportLineKeys = (
  type: ReportType,
  by: readonly ReportDimension[],
  view: StreamViewType,
): readonly ReportLineKey[] => [...by, ...(OWN_KEYS[type] ?? []).filter(key => view === 'internal' || key !== 'rule')]

/** What tells a line from the others, as a query has it: texts in the order of `reportLineKeys`, empty where there is none. */
export function keysOfLine(
  type: ReportType,
  by: readonly ReportDimension[],
  view: StreamViewType,
  line: ReportLine,
): readonly string[] {
  return reportLineKeys(type, by, view).map((key, place) => {
    const id = place < by.length ? lineKey(line, key as ReportDimension)?.id : Reflect.get(line, key) // the first are dimensions
    return typeof id === 'number' || typeof id === 'string' ? String(id) : ''
  })
}
