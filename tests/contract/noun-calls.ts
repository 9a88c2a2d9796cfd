import type { BaseCall, Ids } from './base-calls.ts'
import { RECONCILIATION_CALLS } from './reconciliation-calls.ts'
import { UNIT_CALLS } from './unit-calls.ts'

/** One call that works for every operation on business units and rate cards, and of reconciliation. */
export const NOUN_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = { ...UNIT_CALLS, ...RECONCILIATION_CALLS }
