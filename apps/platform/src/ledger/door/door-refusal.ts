import type { DoorRuleName } from '@desk/schema/respondents/door-rules'
import type { Refusal } from '../facts/ledger-operations.ts'

/** A refusal by one of the rules that Explain can say. */
export interface DoorRefusal extends Refusal {
  readonly rule: DoorRuleName
}
