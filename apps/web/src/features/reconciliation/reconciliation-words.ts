import type { ReconciliationRequest, ReconciliationState } from '@desk/schema/reconciliation/reconciliation-request'

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

/** The origin of a request: its file, or how its rows came. */
export function nameOf({ filename, kind, undo_of_number: number }: ReconciliationRequest): string {
  if (filename !== null) return filename
  switch (kind) {
    case 'text':
      return 'Pasted ids'
    case 'choice':
      return 'Ticked respondents'
    case 'undo':
      return number === null ? 'Undo' : `Undo of request ${number}`
    case 'dispute':
      return 'Overturned dispute'
    default:
      return 'File'
  }
}

/** Counted rows: '1 row', '1,200 rows'. */
export const rowsText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`

const counted = (count: number, how: string, noun: string): string =>
  `${count.toLocaleString('en-US')} ${how}${noun}${count === 1 ? '' : 's'}`

/** Counted lines of a list: '1 line', '1,200 pasted lines'. */
export const linesText = (count: number, how: '' | 'pasted' = ''): string =>
  counted(count, how === '' ? '' : `${how} `, 'line')

/** The name of ticked respondents as a list. */
export const tickedText = (count: number): string => counted(count, 'ticked ', 'respondent')
