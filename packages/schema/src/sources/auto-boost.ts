import { Schema } from 'effect'
import { atLeast, atMost, inCents, requiredNumber, whole } from '../forms/form-fields.ts'

export const BOOST_PRICE_MAX = 200
export const BOOST_PRICE_MIN = 0.01
export const BOOST_MINUTES_MIN = 15
export const BOOST_MINUTES_MAX = 10_080
export const BOOST_MINUTES_DEFAULT = 60

const price = (label: string) =>
  requiredNumber({
    required: `${label} is required`,
    invalid: `${label} must be a valid number`,
    rules: [
      atLeast(BOOST_PRICE_MIN, `${label} must be at least $${BOOST_PRICE_MIN.toFixed(2)}`),
      atMost(BOOST_PRICE_MAX, `${label} must be at most $${BOOST_PRICE_MAX.toFixed(2)}`),
      inCents(`${label} has at most two decimals`),
    ],
  })

export const BOOST_MINUTES_INVALID = `Minutes between steps must be a whole number from ${BOOST_MINUTES_MIN} to 10,080`

/** How Auto-Boost raises the supply price (docs/decisions/0049): by how much at a time, up to where (both in the account's currency), and how rarely. */
export const boostFields = {
  boost_step: price('Step'),
  boost_cap: price('Highest price'),
  boost_minutes: requiredNumber({
    required: 'Minutes between steps is required',
    invalid: BOOST_MINUTES_INVALID,
    rules: [
      whole(BOOST_MINUTES_INVALID),
      atLeast(BOOST_MINUTES_MIN, BOOST_MINUTES_INVALID),
      atMost(BOOST_MINUTES_MAX, BOOST_MINUTES_INVALID),
    ],
  }),
}
export type BoostField = keyof typeof boostFields

/** The names of the fields, for whatever hides them. */
export const BOOST_FIELDS: ReadonlySet<string> = new Set(Object.keys(boostFields))

export const CAP_BELOW_PRICE = 'Highest price must not be below the supply price'

/** The same fields of a call: one that is left out stays as it is stored. */
export const givenBoost = {
  boost_step: Schema.optionalKey(boostFields.boost_step),
  boost_cap: Schema.optionalKey(boostFields.boost_cap),
  boost_minutes: Schema.optionalKey(boostFields.boost_minutes),
}
