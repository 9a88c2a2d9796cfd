import { Schema } from 'effect'

/** The greatest share of entrants who may be let in against a rule, in percent. */
export const HOLD_OUT_MAX_PERCENT = 5

const message = `Hold-out must be a whole number from 0 to ${HOLD_OUT_MAX_PERCENT} %`

/** Of those whom a Defender rule would refuse, how many are let in, so that one learns how often it is wrong (docs/decisions/0069). */
export const HoldOut = Schema.Struct({
  percent: Schema.Int.annotate({ message }).check(
    Schema.isBetween({ minimum: 0, maximum: HOLD_OUT_MAX_PERCENT }, { message }),
  ),
  /** Their completes count and are billed as any other; else they end as quality terms, and cost and bring nothing. */
  is_billable: Schema.Boolean,
})
export type HoldOut = typeof HoldOut.Type

/** No respondent is held out. */
export const NO_HOLD_OUT: HoldOut = { percent: 0, is_billable: false }

/** A hold-out in words: '2 %, not billed'. */
export function holdOutText({ percent, is_billable: isBillable }: HoldOut): string {
  return percent === 0 ? 'None' : `${percent} %, ${isBillable ? 'billed' : 'not billed'}`
}
