import { Schema } from 'effect'
import { AskedInstant, Id, IdFromText, IsoInstant, wholeFromText } from '../ids/ids.ts'
import { SUPPLY_PRICE_MAX, SUPPLY_PRICE_MIN } from '../sources/source-form.ts'
import { LOI_MINUTES_MAX, SELL_PRICE_MAX, TARGET_MAX } from '../surveys/survey-fields.ts'
import { ForecastPool } from './forecast.ts'

/** A price in an address, in the account's currency: whole cents. */
export const priceFromText = (minimum: number, maximum: number) =>
  Schema.String.check(
    Schema.isPattern(/^\d{1,3}(?:\.\d{1,2})?$/, { message: `Expected a value between ${minimum} and ${maximum}` }),
  ).pipe(Schema.decodeTo(Schema.NumberFromString.check(Schema.isBetween({ minimum, maximum }))))

/** The inputs that a what-if changes; an absent one stays as it is. */
export const WhatIfQuery = Schema.Struct({
  target: Schema.optionalKey(wholeFromText(1, TARGET_MAX)),
  /** The end of its own field; `none`: it has no date of its own. */
  ends_at: Schema.optionalKey(Schema.Union([Schema.Literal('none'), AskedInstant])),
  /** Of a source alone: its supply price. */
  price: Schema.optionalKey(priceFromText(SUPPLY_PRICE_MIN, SUPPLY_PRICE_MAX)),
  /** Of a source alone: a code of traffic control; 1 is none. */
  pacing: Schema.optionalKey(wholeFromText(1, 3)),
  /** Of a source alone: a supplier that is added. */
  supplier: Schema.optionalKey(IdFromText),
})
export type WhatIfQuery = typeof WhatIfQuery.Type

/**
 * `full`: the target is full. `too_few`: too few completes, and no like sources. `cannot_tell`: too few like sources to say what
 * the change does.
 */
export const OutcomeState = Schema.Literals(['forecast', 'full', 'too_few', 'cannot_tell'])
export type OutcomeState = typeof OutcomeState.Type

const money = Schema.optionalKey(Schema.NullOr(Schema.Number))

/** The finish of an object under some inputs. */
export const Outcome = Schema.Struct({
  state: OutcomeState,
  target: Schema.Int,
  ends_at: Schema.NullOr(IsoInstant),
  /** Full by then in 10, 50 and 90 of 100 cases; null: later than the horizon, or not known. */
  p10_at: Schema.NullOr(IsoInstant),
  p50_at: Schema.NullOr(IsoInstant),
  p90_at: Schema.NullOr(IsoInstant),
  /** The chance of a full target by out of field, 0 to 1; null: it has no such date, or it is not known. */
  p_full: Schema.NullOr(Schema.Number),
  /** Completes by out of field in 90, 50 and 10 of 100 cases. */
  completes_at_end: Schema.NullOr(Schema.Struct({ p10: Schema.Int, p50: Schema.Int, p90: Schema.Int })),
  /** From now to the target, in the account's currency; null: a price is not known. Absent for viewers who may not see it. */
  cost_to_finish: money,
  margin_to_finish: money,
})
export type Outcome = typeof Outcome.Type

/** The like sources that say what a change does. */
export const LikeSources = Schema.Struct({
  count: Schema.Int,
  /** `like`: of the same supplier and country; `account`: of the whole account, as there are fewer than 3 like ones. */
  of: Schema.Literals(['like', 'account']),
  /** False: too few to tell. */
  is_enough: Schema.Boolean,
})
export type LikeSources = typeof LikeSources.Type

/** The finish of an object as it is, and with changed inputs (forecast.md §3). Nothing is stored. */
export const WhatIf = Schema.Struct({
  completes: Schema.Int,
  /** The forecast is that of a source which goes live now. */
  is_paused: Schema.Boolean,
  now: Outcome,
  changed: Outcome,
  /** The finished sources behind the bands. */
  pool: ForecastPool,
  like_count: Schema.Int,
  /** Of a changed price: its like sources, and the middle of the finish at both ends of the 80 % band of its effect. */
  price: Schema.NullOr(
    Schema.Struct({ ...LikeSources.fields, from_at: Schema.NullOr(IsoInstant), to_at: Schema.NullOr(IsoInstant) }),
  ),
  /** Of a supplier that is added. */
  supplier: Schema.NullOr(LikeSources),
})
export type WhatIf = typeof WhatIf.Type

const numberFromText = (minimum: number, maximum: number) =>
  Schema.String.check(
    Schema.isPattern(/^\d{1,3}(?:\.\d)?$/, { message: `Expected a value between ${minimum} and ${maximum}` }),
  ).pipe(Schema.decodeTo(Schema.NumberFromString.check(Schema.isBetween({ minimum, maximum }))))

/** A planned source, before it exists. */
export const FeasibilityQuery = Schema.Struct({
  country_id: IdFromText,
  /** Stated minutes and percent of its survey. */
  loi: wholeFromText(1, LOI_MINUTES_MAX),
  ir: numberFromText(0.1, 100),
  target: wholeFromText(1, TARGET_MAX),
  ends_at: Schema.optionalKey(AskedInstant),
  /** Absent: not chosen yet. */
  supplier: Schema.optionalKey(IdFromText),
  price: Schema.optionalKey(priceFromText(SUPPLY_PRICE_MIN, SUPPLY_PRICE_MAX)),
  sell_price: Schema.optionalKey(priceFromText(0, SELL_PRICE_MAX)),
})
export type FeasibilityQuery = typeof FeasibilityQuery.Type

const Band = Schema.Struct({ from: Schema.Number, to: Schema.Number })

/** How many completes by when, by finished sources of the same country, IR band, LOI band and supplier (forecast.md §3). */
export const Feasibility = Schema.Struct({
  outcome: Outcome,
  /** Finished sources that are like it. */
  like_count: Schema.Int,
  /** `supplier`: they are of its supplier; `any_supplier`: none was asked for, or it has fewer than 3. */
  like_of: Schema.Literals(['supplier', 'any_supplier']),
  ir_band: Band,
  loi_band: Band,
  /** The price steps by which the price counts; null: no price was asked, or it may not be seen. */
  price: Schema.NullOr(LikeSources),
})
export type Feasibility = typeof Feasibility.Type

/** A change that would help a source to be full in time. */
export const HelpfulAct = Schema.Struct({
  kind: Schema.Literals(['pacing', 'supplier', 'price', 'ends_at']),
  /** Of a price: the new supply price. */
  price: Schema.NullOr(Schema.Number),
  /** Of a later end. */
  ends_at: Schema.NullOr(IsoInstant),
  /** Of a supplier that is added. */
  supplier: Schema.NullOr(Schema.Struct({ pm_sup_ud: Id, name: Schema.String })),
  /** The outcome with it. */
  outcome: Outcome,
  /** Its addition to the cost to finish, in the account's currency; null: not known. Absent for viewers who may not see it. */
  extra_cost: money,
  /** Whether it makes a full target likely: 80 % or more. */
  is_enough: Schema.Boolean,
  /** The like sources that say so; null: the source's own past alone. */
  like: Schema.NullOr(LikeSources),
})
export type HelpfulAct = typeof HelpfulAct.Type

/** The acts that would help a source, the best first (day.md §2); none: the model cannot tell of any. */
export const HelpfulActs = Schema.Struct({ now: Outcome, acts: Schema.Array(HelpfulAct) })
export type HelpfulActs = typeof HelpfulActs.Type
