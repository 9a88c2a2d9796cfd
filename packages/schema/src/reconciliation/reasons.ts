/** One reason that a client gives for a row. */
interface Reason {
  readonly code: number
  readonly label: string
  /** The lists that accept it: of rejected respondents, of accepted ones. `adjust to complete` accepts in either. */
  readonly in: readonly ('REJECT_LIST' | 'ACCEPT_LIST')[]
}

/** The reasons of a reconciliation (settlement.md §1), in the order of the screen. */
export const RECONCILIATION_REASONS = {
  adjustToComplete: { code: 11, label: 'Adjust to complete', in: ['REJECT_LIST', 'ACCEPT_LIST'] },
  noneGiven: { code: 26, label: 'None given', in: ['REJECT_LIST', 'ACCEPT_LIST'] },
  fraud: { code: 930, label: 'Fraud', in: ['REJECT_LIST'] },
  duplicate: { code: 931, label: 'Duplicate', in: ['REJECT_LIST'] },
  straightLining: { code: 932, label: 'Straight-lining', in: ['REJECT_LIST'] },
  speeder: { code: 933, label: 'Speeder', in: ['REJECT_LIST'] },
  openEnd: { code: 934, label: 'Open end', in: ['REJECT_LIST'] },
  ghostComplete: { code: 935, label: 'Ghost complete', in: ['REJECT_LIST'] },
  inconsistent: { code: 936, label: 'Inconsistent', in: ['REJECT_LIST'] },
} as const satisfies Record<string, Reason>

/** A reason's code. */
export type ReconciliationReasonCode = (typeof RECONCILIATION_REASONS)[keyof typeof RECONCILIATION_REASONS]['code']

const ALL: readonly Reason[] = Object.values(RECONCILIATION_REASONS)

/** The name of a reason on the screen; null: the code is none. */
export const reasonLabel = (code: number): string | null => ALL.find(reason => reason.code === code)?.label ?? null

/** A reason as people read it: '930 Fraud'; the code alone of one that is none. */
export const reasonText = (code: number): string => `${code} ${reasonLabel(code) ?? ''}`.trim()

/** Whether a list of this mode accepts a reason. */
export const isReasonOf = (mode: 'REJECT_LIST' | 'ACCEPT_LIST', code: number): code is ReconciliationReasonCode =>
  ALL.some(reason => reason.code === code && reason.in.includes(mode))
