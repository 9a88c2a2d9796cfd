import type { BaseCall, Ids } from './base-calls.ts'
import { RECONCILIATION_CALLS } from './reconciliation-calls.ts'
import { STATEMENT_CALLS } from './statement-calls.ts'
import { UNIT_CALLS } from './unit-calls.ts'

/** One call that works for every operation on business units and rate cards, of reconciliation and of statements. */
export const NOUN_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  ...UNIT_CALLS,
  ...RECONCILIATION_CALLS,
  ...STATEMENT_CALLS,
}
