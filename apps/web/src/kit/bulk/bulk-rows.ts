import type { StatusScope } from '@desk/schema/statuses/status'

/** The kind of rows that can be changed together. */
export type BulkNoun = StatusScope

/** The fields that can be changed of several rows at once. */
export type BulkKind = 'status' | 'supplyPrice' | 'sellPrice' | 'sourceEnd' | 'surveyEnd'

/** A row that was chosen, with its name as the table shows it. */
export interface ChosenRow {
  readonly id: number
  readonly name: string
}

/** '1 source', '3 surveys'. */
export const counted = (noun: BulkNoun, count: number): string =>
  count === 1 ? `1 ${noun}` : `${count.toLocaleString('en-US')} ${noun}s`
