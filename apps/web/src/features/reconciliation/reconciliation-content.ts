import type { ReadAs } from '@desk/schema/sent-tables/table-reading'
import type { ReconciliationMode, ReconciliationVersion } from '@desk/schema/reconciliation/reconciliation-request'

interface Terms {
  readonly mode: ReconciliationMode
  readonly version: ReconciliationVersion
  readonly note: string
  readonly purchaseOrder: string
}

/** The submitted content; it stays with the screen, since no machine knows respondents' ids. */
export type SubmittedContent = Terms &
  (
    | { readonly way: 'file'; readonly file: File; readonly readAs?: ReadAs }
    | {
        readonly way: 'paste'
        readonly text: string
        readonly reasonCode: number | null
        readonly readAs?: ReadAs
      }
    | { readonly way: 'choice'; readonly rduds: readonly string[]; readonly reasonCode: number | null }
  )
