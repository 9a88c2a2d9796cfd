import type { FileVersion } from './statement-csv.ts'
import type { LineKind } from './statement-line.ts'

/** Whose a statement of the sell side is: a client project's, or a business unit's. */
export type SellScope = 'project' | 'business_unit'

/**
 * One line of a statement of the sell side: a respondent who became a complete, or was no longer one. Its fields are
 * in the order of canonical JSON.
 */
export interface SellLine {
  /** The sell price; negative where a complete is taken back. */
  readonly amount_cents: number
  /** When the ledger took it. */
  readonly at: string
  readonly from: number | null
  readonly kind: LineKind
  /** From 1. */
  readonly line: number
  /** The month of the complete: 2026-10. */
  readonly origin: string
  readonly project: number
  readonly project_name: string
  readonly rdud: string
  /** The client's reason; null: there was none. */
  readonly reason: number | null
  readonly survey: number
  readonly survey_name: string
  readonly to: number
}

/** The canonical JSON of a line: its names in order, and no spaces. */
export const sellLineText = (line: SellLine): string =>
  JSON.stringify({
    amount_cents: line.amount_cents,
    at: line.at,
    from: line.from,
    kind: line.kind,
    line: line.line,
    origin: line.origin,
    project: line.project,
    project_name: line.project_name,
    rdud: line.rdud,
    reason: line.reason,
    survey: line.survey,
    survey_name: line.survey_name,
    to: line.to,
  })

/** The signed seal of a statement of the sell side. Its fields are in the order of canonical JSON. */
export interface SellSeal {
  readonly account: number
  readonly account_name: string
  readonly adjustment_cents: number
  readonly adjustments: number
  readonly closed_at: string
  readonly complete_cents: number
  readonly completes: number
  readonly currency: string
  /** The hash of the last line. */
  readonly head: string
  /** Of the project or business unit; null: projects without a business unit. */
  readonly id: number | null
  readonly kind: SellScope
  readonly lines: number
  readonly month: string
  readonly name: string
  readonly total_cents: number
  readonly version: FileVersion
  readonly zone: string
}

/** The canonical JSON of a seal, which is what the account's key signs. */
export const sellSealText = (seal: SellSeal): string =>
  JSON.stringify({
    account: seal.account,
    account_name: seal.account_name,
    adjustment_cents: seal.adjustment_cents,
    adjustments: seal.adjustments,
    closed_at: seal.closed_at,
    complete_cents: seal.complete_cents,
    completes: seal.completes,
    currency: seal.currency,
    head: seal.head,
    id: seal.id,
    kind: seal.kind,
    lines: seal.lines,
    month: seal.month,
    name: seal.name,
    total_cents: seal.total_cents,
    version: seal.version,
    zone: seal.zone,
  })

/** The beginning of the chain, so that no line fits another statement: the hash of this text after 32 zero bytes. */
export const sellStartText = ({
  account,
  id,
  kind,
  month,
}: Pick<SellSeal, 'account' | 'id' | 'kind' | 'month'>): string =>
  JSON.stringify({ account, id, kind, month, version: 1 })
