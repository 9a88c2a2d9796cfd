import { Schema } from 'effect'
import {
  atLeast,
  atMost,
  inCents,
  optional,
  requiredChoice,
  requiredNumber,
  requiredText,
} from '../forms/form-fields.ts'
import { OutOfFieldDate } from '../forms/out-of-field.ts'
import { Id, Version } from '../ids/ids.ts'
import { STATUS_CODES } from '../statuses/status.ts'
import { Target } from '../surveys/survey-fields.ts'
import { givenBoost } from './auto-boost.ts'
import { HoldPlaces } from './hold-places.ts'
import { SOURCE_ON_WIRE, type SourceType } from './source.ts'

/** The highest supply price of a complete, in the account's currency (§5.19, §9.2). */
export const SUPPLY_PRICE_MAX = 200
export const SUPPLY_PRICE_MIN = 0.01

const PRICE_INVALID = 'Supply Price must be a valid number'

/** The supply price of a complete, in the account's currency (§5.19). */
export const SupplyPrice = requiredNumber({
  required: 'Supply Price is required',
  invalid: PRICE_INVALID,
  rules: [
    atLeast(SUPPLY_PRICE_MIN, PRICE_INVALID),
    atMost(SUPPLY_PRICE_MAX, 'Supply Price value must be less than $200.00'),
    inCents('Supply Price has at most two decimals'),
  ],
})

const oneOf = (
  codes: readonly number[],
  { required, unknown }: { readonly required: string; readonly unknown: string },
) => requiredChoice(required).check(Schema.makeFilter((code: number) => codes.includes(code), { message: unknown }))

const STATUS_REQUIRED = 'Status is required'
const CALCULATION_REQUIRED = 'Calculation Type is required'
const PACING_REQUIRED = 'Pacing is required'

const CalculationType = oneOf([1, 2, 3], {
  required: CALCULATION_REQUIRED,
  unknown: 'Calculation Type is not in the list',
})

/** The fields that a source of any type has, in the order of its form (§3.8, §5.18); an absent one is empty. */
export const sourceFields = {
  name: requiredText({ label: 'Source Name' }),
  respondents: Target,
  /** Another status than the present one asks for that change as well: "Save and launch" sends 1. */
  statusid: oneOf(Object.values(STATUS_CODES), {
    required: STATUS_REQUIRED,
    unknown: 'Status is not in the list',
  }),
  click_balancing: Schema.optionalKey(Schema.Boolean),
  calculation_type_code_ud: optional(CalculationType, CALCULATION_REQUIRED),
  pacing: optional(
    oneOf([1, 2, 3], { required: PACING_REQUIRED, unknown: 'Pacing is not in the list' }),
    PACING_REQUIRED,
  ),
  hold_places: HoldPlaces,
  supplier_cpi: optional(SupplyPrice, PRICE_INVALID),
  country_id: optional(Id, 'Country is not in the list'),
  out_of_field_date: optional(OutOfFieldDate, 'Please enter a valid date'),
  out_of_field_time_zone_code: optional(Id, 'Timezone is not in the list'),
}

/** The form of a source, whatever its type (§5.18). */
export const SourceForm = Schema.Struct(sourceFields).pipe(Schema.encodeKeys(SOURCE_ON_WIRE))
export type SourceForm = typeof SourceForm.Type
export type SourceFormOnWire = typeof SourceForm.Encoded

/** The facts that decide which of a source's fields are required. */
export interface SourceFormRules {
  readonly type: SourceType
  readonly clickBalancing: boolean
  /** Whether this view sees and sets the supply price (domain.md §4). */
  readonly seesSupplyPrice: boolean
}

const { name, respondents, statusid, ...others } = sourceFields

/**
 * Gives the rules of a source's form: the calculation type with click balancing (§5.18), the supply price for all but Lucid (§5.19). A form's
 * fields are called as on the wire: faults come back by these names, and journals, drafts and the history keep them.
 */
export function sourceForm({ type, clickBalancing, seesSupplyPrice }: SourceFormRules) {
  return Schema.Struct({
    [SOURCE_ON_WIRE.name]: name,
    respondents,
    [SOURCE_ON_WIRE.statusid]: statusid,
    ...others,
    ...(clickBalancing ? { calculation_type_code_ud: CalculationType } : {}),
    ...(type !== 'lucid' && seesSupplyPrice ? { supplier_cpi: SupplyPrice } : {}),
  })
}

/**
 * The versions that the editor saw, of the fields and of the status, so that saving an open form does not undo another user's
 * change of status.
 */
export const seenVersions = { version: Schema.optionalKey(Version), status_version: Schema.optionalKey(Version) }

/** Changes of a source as they are sent (api:T9): the whole form, and the versions that the editor saw. */
export const SourceChanges = Schema.Struct({
  stmid: requiredChoice('Source is required'),
  ...sourceFields,
  ...seenVersions,
}).pipe(Schema.encodeKeys(SOURCE_ON_WIRE))
export type SourceChanges = typeof SourceChanges.Type
export type SourceChangesOnWire = typeof SourceChanges.Encoded

/** A copy of a source into a survey of the account (api:T13). */
export const SourceCopy = Schema.Struct({
  stmid: requiredChoice('Source is required'),
  pm_sy_ud: requiredChoice('Survey is required'),
  name: Schema.optionalKey(sourceFields.name),
}).pipe(Schema.encodeKeys({ name: SOURCE_ON_WIRE.name }))
export type SourceCopy = typeof SourceCopy.Type

export const DUPLICATES_MAX = 50

/** Copies of a source within its survey (api:T16), and how many. */
export const SourceDuplication = Schema.Struct({
  stmid: requiredChoice('Source is required'),
  copies: Schema.optionalKey(
    requiredNumber({
      required: 'Copies is required',
      invalid: 'Copies must be a valid number',
      rules: [
        {
          isMet: n => Number.isInteger(n) && n >= 1 && n <= DUPLICATES_MAX,
          message: `Copies must be a whole number from 1 to ${DUPLICATES_MAX}`,
        },
      ],
    }),
  ),
})
export type SourceDuplication = typeof SourceDuplication.Type

/** The alias of a source, and whether and how it is boosted (api:T20, Auto-Boost), with the version of the source that the editor saw; an empty alias is none. */
export const SourceAlias = Schema.Struct({
  alias: Schema.NullOr(
    Schema.String.check(
      Schema.isMaxLength(100),
      Schema.isPattern(/^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u).annotate({
        message: 'Alias must not contain control characters',
      }),
    ),
  ),
  auto_boost: Schema.Boolean,
  ...givenBoost,
  version: seenVersions.version,
})
export type SourceAlias = typeof SourceAlias.Type
