import type { FormValues } from '@desk/machines/form/form.setup'
import {
  BOOST_MINUTES_DEFAULT,
  BOOST_MINUTES_INVALID,
  boostFields,
  CAP_BELOW_PRICE,
  type BoostField,
} from '@desk/schema/sources/auto-boost'
import type { Source } from '@desk/schema/sources/source'
import { Schema } from 'effect'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import { priceTyped } from '#kit/forms/typed-number.ts'

/** The fields of how a source is boosted: for users with Auto-Boost who see its price. */
export const BOOST_PLAN: readonly FieldPlan<Readonly<Record<BoostField, unknown>>>[] = [
  { name: 'boost_step', label: 'Step', kind: 'number', isRequired: true },
  { name: 'boost_cap', label: 'Highest price', kind: 'number', isRequired: true },
  { name: 'boost_minutes', label: 'Minutes between steps', kind: 'number', isRequired: true },
]

const NAMES = Object.keys(boostFields) as BoostField[] // its own keys

const { boost_step, boost_cap, boost_minutes } = boostFields
const priceRange = (label: string) => `${label} must be from $0.01 to $200.00, with at most two decimals`
const orOff = (field: typeof boost_step, required: string, message: string) =>
  Schema.NullOr(field).annotate({ message }).annotateKey({ messageMissingKey: required })

/** The rules of these fields: null where Auto-Boost is off, which `withBoost` says. */
export const boostRules = {
  boost_step: orOff(boost_step, 'Step is required', priceRange('Step')),
  boost_cap: orOff(boost_cap, 'Highest price is required', priceRange('Highest price')),
  boost_minutes: orOff(boost_minutes, 'Minutes between steps is required', BOOST_MINUTES_INVALID),
}

/** While Auto-Boost is off, its fields are hidden, and count as empty. */
export function withBoost(wire: FormValues): FormValues {
  if (wire['auto_boost'] !== false) return wire
  return { ...wire, boost_step: null, boost_cap: null, boost_minutes: null }
}

/** The fault of a cap under the price that the same form has. */
export function capFaults({
  boost_cap: cap,
  supplier_cpi: price,
}: {
  readonly boost_cap?: unknown
  readonly supplier_cpi?: unknown
}): readonly Schema.FilterIssue[] {
  return typeof cap === 'number' && typeof price === 'number' && cap < price
    ? [{ path: ['boost_cap'], issue: CAP_BELOW_PRICE }]
    : []
}

/** How a stored source is boosted, as the form shows it. */
export const boostTyped = (source: Partial<Pick<Source, BoostField>>) => ({
  boost_step: priceTyped(source.boost_step),
  boost_cap: priceTyped(source.boost_cap),
  boost_minutes: source.boost_minutes ?? BOOST_MINUTES_DEFAULT,
})

/** The fields of a call: those that a form which judged them has. */
export type BoostGiven = Readonly<Partial<Record<BoostField, unknown>>>

/** The request: nothing that is off or hidden in this view. */
export function boostSent(judged: BoostGiven): Partial<Record<BoostField, number>> {
  const sent: Partial<Record<BoostField, number>> = {}
  for (const name of NAMES) {
    const value = judged[name]
    if (typeof value === 'number') sent[name] = value
  }
  return sent
}
