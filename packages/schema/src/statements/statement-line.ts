import type { FileVersion } from './statement-csv.ts'

/** A month of an account's zone. */
export const MONTH_PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/

/** A complete of the statement's month, or what changed one: of this month, or of a closed one. */
export type LineKind = 'complete' | 'adjustment'

/**
 * One line of a statement of version 1 or 2: a respondent who became a complete, or was no longer one. Its fields are in
 * the order of canonical JSON.
 */
export interface StatementLine {
  /** The supply price; negative where a complete is taken back. */
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
  readonly rdud: string
  /** The client's reason; null: there was none. */
  readonly reason: number | null
  /** The supplier's own id of the respondent. */
  readonly rid: string
  readonly source: number
  readonly source_name: string
  readonly to: number
}

/** The canonical JSON of a line: its names in order, and no spaces. */
export const lineText = (line: StatementLine): string =>
  JSON.stringify({
    amount_cents: line.amount_cents,
    at: line.at,
    from: line.from,
    kind: line.kind,
    line: line.line,
    origin: line.origin,
    project: line.project,
    rdud: line.rdud,
    reason: line.reason,
    rid: line.rid,
    source: line.source,
    source_name: line.source_name,
    to: line.to,
  })

/** One line of a statement of version 3, which commits to the id. */
export interface CommittedLine extends Omit<StatementLine, 'rid'> {
  /** HMAC-SHA-256 of the rid by the line's salt, in hex (RFC 2104). */
  readonly rid_commitment: string
}

/** The canonical JSON of a line that commits to the id. */
export const committedText = (line: CommittedLine): string =>
  JSON.stringify({
    amount_cents: line.amount_cents,
    at: line.at,
    from: line.from,
    kind: line.kind,
    line: line.line,
    origin: line.origin,
    project: line.project,
    rdud: line.rdud,
    reason: line.reason,
    rid_commitment: line.rid_commitment,
    source: line.source,
    source_name: line.source_name,
    to: line.to,
  })

/** The two values that open a commitment. Both are outside the chain, so that they can be erased. */
export interface Opening {
  readonly rid: string
  /** 32 random bytes of this line, in hex. */
  readonly salt: string
}

/** The text in place of the rid of an erased respondent; such a line has no salt. */
export const ERASED = 'erased'

/** The signed seal of a statement. Its fields are in the order of canonical JSON. */
export interface StatementSeal {
  readonly account: number
  readonly account_name: string
  readonly adjustment_cents: number
  readonly adjustments: number
  readonly closed_at: string
  readonly complete_cents: number
  readonly completes: number
  readonly currency: string
  /** The hash of the last line, or the start of a statement without lines. */
  readonly head: string
  readonly lines: number
  readonly month: string
  /** Null: respondents without a supplier. */
  readonly supplier: number | null
  readonly supplier_name: string
  readonly total_cents: number
  readonly version: FileVersion
  readonly zone: string
}

/** The canonical JSON of a seal, which is what the account's key signs. */
export const sealText = (seal: StatementSeal): string =>
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
    lines: seal.lines,
    month: seal.month,
    supplier: seal.supplier,
    supplier_name: seal.supplier_name,
    total_cents: seal.total_cents,
    version: seal.version,
    zone: seal.zone,
  })

/**
 * The beginning of a statement's chain, so that no line fits another statement: the hash of this text after 32 zero
 * bytes.
 */
export const startText = ({
  account,
  month,
  supplier,
}: Pick<StatementSeal, 'account' | 'month' | 'supplier'>): string =>
  JSON.stringify({ account, month, supplier, version: 1 })

/** The bytes before the start in its hash. */
export const BEFORE_START = '0'.repeat(64)
