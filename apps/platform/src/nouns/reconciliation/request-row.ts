import type {
  OutcomeCounts,
  ReconciliationKind,
  ReconciliationMode,
  ReconciliationState,
  ReconciliationVersion,
} from '@desk/schema/reconciliation/reconciliation-request'
import type { TableReading } from '@desk/schema/sent-tables/table-reading'

/** Rules of judging: a request says by which it was judged. */
export const RULES_VERSION = 1

/** A request as it is stored. */
export interface RequestRow {
  readonly id: number
  readonly projectId: number
  readonly number: number
  readonly mode: ReconciliationMode
  readonly version: ReconciliationVersion
  readonly kind: ReconciliationKind
  readonly channel: 'screen' | 'api'
  readonly state: ReconciliationState
  readonly filename: string | null
  readonly sha256: string | null
  readonly reading: TableReading | null
  readonly rulesVersion: number
  readonly note: string
  readonly purchaseOrder: string
  readonly undoOf: number | null
  readonly undoOfNumber: number | null
  readonly undoOfSupplier: number | null
  readonly untickedReasons: readonly number[]
  readonly untickedSuppliers: readonly number[]
  readonly digest: string | null
  readonly rows: number
  readonly restRows: number
  readonly changes: number
  readonly openSuggestions: number
  readonly outcomes: OutcomeCounts
  readonly restOutcomes: OutcomeCounts
  readonly sellCents: number
  readonly supplyCents: number
  /** How many of the changes have a known supply price. */
  readonly pricedChanges: number
  readonly undoUntil: Date | null
  readonly undoneRows: number
  readonly fault: string | null
  readonly by: string | null
  readonly byUid: number | null
  readonly at: Date
  readonly storedBy: string | null
  readonly storedAt: Date | null
}
