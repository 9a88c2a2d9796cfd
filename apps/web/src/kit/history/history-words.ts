import type { HistoryAct, HistoryChange } from '@desk/schema/history/history'
import { STATUS_LABELS, type StatusCode } from '@desk/schema/statuses/status'
import { NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'

/** A field's label, and the names of its codes; null: shown unchanged. */
export interface HistoryField {
  readonly label: string
  readonly say?: (value: HistoryChange['from']) => string | null
}
export type HistoryFields = Readonly<Record<string, HistoryField>>

const ACTS: Readonly<Record<HistoryAct, string>> = {
  created: 'Created',
  edited: 'Edited',
  deleted: 'Deleted',
  status: 'Status changed',
}
export const actWords = (act: HistoryAct): string => ACTS[act]

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/

const statusName = (value: HistoryChange['from']): string | null =>
  typeof value === 'number' ? (STATUS_LABELS[value as StatusCode] ?? null) : null
const STATUS: HistoryField = { label: 'Status', say: statusName }

/** A value in words; moments by the clock of the zone. @param zone IANA name */
export function valueWords(value: HistoryChange['from'], field: HistoryField | undefined, zone: string): string {
  if (value === null || value === '') return NO_FIGURE
  const said = field?.say?.(value) ?? null
  if (said !== null) return said
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return INSTANT.test(value) ? dateTimeText(Date.parse(value), zone) : value
  if (Array.isArray(value))
    return value.length === 0 ? NO_FIGURE : value.map(each => valueWords(each, undefined, zone)).join(', ')
  return JSON.stringify(value)
}

/** One change in words: what, from what, to what. */
export function changeWords(
  { field, from, to }: HistoryChange,
  fields: HistoryFields,
  zone: string,
): { readonly label: string; readonly from: string; readonly to: string } {
  const named = fields[field] ?? (field === 'status' ? STATUS : undefined)
  return { label: named?.label ?? field, from: valueWords(from, named, zone), to: valueWords(to, named, zone) }
}
