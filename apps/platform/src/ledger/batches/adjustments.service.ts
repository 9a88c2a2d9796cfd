import { Context } from 'effect'
import type { Ledger } from './ledger.ts'

/** The ledger as reconciliations write it: in the order of the process that also writes entrants and returns. */
export class Adjustments extends Context.Service<Adjustments, Pick<Ledger, 'reconcile' | 'bulkWork'>>()(
  '@desk/platform/ledger/Adjustments',
) {}
