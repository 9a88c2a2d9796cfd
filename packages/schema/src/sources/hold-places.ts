import { Schema } from 'effect'
import { optional, requiredChoice } from '../forms/form-fields.ts'

/** How places of a target are held for respondents in progress (docs/decisions/0088). */
export const HOLD_PLACES = {
  none: { code: 1, label: 'None' },
  expected: { code: 2, label: 'Expected completes' },
  oneForOne: { code: 3, label: 'One for one' },
} as const

/** The ways to hold places, as a form offers them. */
export const HOLD_PLACES_OPTIONS = Object.values(HOLD_PLACES).map(({ code, label }) => ({ value: code, label }))

/** The effect and cost of the ways. */
export const HOLD_PLACES_HINT =
  'None: respondents in progress can exceed the target. Expected completes: each in progress holds a share of a place, by the stated incidence rate; few exceed it. One for one: each holds a whole place; none who is on time exceeds it. Holding turns more entrants away as overquota and fills more slowly.'

const REQUIRED = 'Hold places is required'
const known: readonly number[] = Object.values(HOLD_PLACES).map(({ code }) => code)

/** The setting of a form; absent: it stays as it is stored, and a new source or survey holds none. */
export const HoldPlaces = optional(
  requiredChoice(REQUIRED).check(
    Schema.makeFilter((code: number) => known.includes(code), { message: 'Hold places is not in the list' }),
  ),
  REQUIRED,
)
