import type { RespondentCode } from '@desk/schema/respondents/state'
import type { Arrival, RespondentRow } from './ledger-facts.ts'
import type { Refusal } from './ledger-operations.ts'

/** One line of the ledger. */
export interface LedgerEvent {
  readonly atMs: number
  readonly hex: string
  readonly sourceId: number
  readonly from: RespondentCode | null
  readonly to: RespondentCode
  readonly changed: boolean
  readonly isTest: boolean
  readonly interviewSeconds: number | null
  readonly cpiCents: number | null
  readonly sellPriceCents: number | null
  readonly detail: EventDetail | null
}

/** What a line of the ledger says beyond the states; what is ordinary is left out. */
export interface EventDetail extends Partial<Refusal> {
  readonly inbound?: string
  readonly via?: 'server'
  readonly hash?: 'valid' | 'missing' | 'wrong'
  readonly late?: true
  readonly again?: true
}

/** Lines for the ledger, and who came with them. */
export interface LedgerLines {
  readonly fresh: readonly { readonly row: RespondentRow; readonly arrival: Arrival }[]
  readonly events: readonly LedgerEvent[]
}
