import type { ReconciliationRequest, ReconciliationState } from '@desk/schema/reconciliation/reconciliation-request'
import { NO_FIGURE } from '#ui/format/figures.ts'

export const STATE_WORDS: Readonly<Record<ReconciliationState, string>> = {
  uploaded: 'Uploaded',
  parsed: 'Read',
  previewed: 'Previewed, not stored',
  stored: 'Stored',
  failed: 'Failed',
  abandoned: 'Given up',
  undone: 'Undone',
}

export const MODE_WORDS = {
  REJECT_LIST: 'Reject these',
  ACCEPT_LIST: 'Accept only these',
} as const

/** What a request came from: its file, or how its rows came. */
export function nameOf({ filename, kind, undo_of }: ReconciliationRequest): string {
  if (filename !== null) return filename
  switch (kind) {
    case 'text':
      return 'Pasted ids'
    case 'choice':
      return 'Ticked respondents'
    case 'undo':
      return undo_of === null ? 'Undo' : `Undo of request ${undo_of}`
    default:
      return 'File'
  }
}

const formats = new Map<string, Intl.NumberFormat>()

/** Money with its sign: an adjustment of −$31.20 lowers what is paid. Null: no price is known. */
export function changeText(cents: number | null | undefined, currency = 'USD'): string {
  if (cents === null || cents === undefined) return NO_FIGURE
  let format = formats.get(currency)
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency, signDisplay: 'exceptZero' })
    formats.set(currency, format)
  }
  return format.format(cents / 100).replace('-', '−')
}

/** Counted rows: '1 row', '1,200 rows'. */
export const rowsText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`
