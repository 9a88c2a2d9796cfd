import type { RuleSetter } from '@desk/schema/defender/in-force'
import type { SurveyScore } from '@desk/schema/defender/rules'
import type { RespondentCode } from '@desk/schema/respondents/state'
import type { Arrival, EntryFacts, HeldOut, RespondentRow } from './ledger-facts.ts'
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
  /** The facts of an entry; null for every other line, and for old entries, whose facts are unknown. */
  readonly entry: EntryFacts | null
}

/** A rule that spoke against an entrant, or against their return. */
export interface VerdictLine extends Refusal {
  readonly hex: string
  readonly sourceId: number
  readonly atMs: number
  /** In order of evaluation; the first that refused has decided. */
  readonly place: number
  /** False: a shadow rule's, which is only recorded. */
  readonly refused: boolean
  /** Whose setting of a Defender rule it was; null of any other rule. */
  readonly setBy: RuleSetter | null
  readonly atReturn: boolean
  /** The same return may have been judged before: of each rule, the first verdict stays. */
  readonly mayRepeat: boolean
  /** It would have refused, and the respondent was held out. */
  readonly heldOut: boolean
}

/** A survey's scores of a respondent, from 0 to 100, by the parameter's name. */
export type SurveyScores = Readonly<Partial<Record<SurveyScore, number>>>

/** The details of a ledger line beyond the states; the ordinary case is left out. */
export interface EventDetail extends Partial<Refusal> {
  readonly inbound?: string
  readonly via?: 'server'
  readonly hash?: 'valid' | 'missing' | 'wrong'
  /** Of an entry against a rule: how the respondent counts, should they complete. */
  readonly heldOut?: HeldOut
  /** The survey's scores of the respondent in a signed return, from 0 to 100. */
  readonly scores?: SurveyScores
  readonly late?: true
  readonly again?: true
  /** The first RDUD of an entrant who was invited again. */
  readonly ordud?: string
  /** The client's reason for a reconciliation; an undo has none. */
  readonly reason?: number
  /** The reconciliation's request. */
  readonly request?: number
  /** Of an undo: when the respondent had ended before the reconciliation, in ms since 1970. */
  readonly endedAtMs?: number | null
}

/** Lines for the ledger, and their new respondents. */
export interface LedgerLines {
  readonly fresh: readonly { readonly row: RespondentRow; readonly arrival: Arrival }[]
  readonly events: readonly LedgerEvent[]
  readonly verdicts: readonly VerdictLine[]
}
