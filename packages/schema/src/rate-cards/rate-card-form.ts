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
import { PickedInstant } from '../forms/out-of-field.ts'
import { Id, IsoInstant, Version } from '../ids/ids.ts'
import { readAsFields } from '../sent-tables/table-reading.ts'
import { RateGrid } from './rate-card.ts'
import { SentFile } from './rate-card-file.ts'

const MAX_CPI = 100_000
const bound = (label: string) =>
  optional(
    requiredNumber({
      required: `${label} must be a number`,
      rules: [
        atLeast(0.01, `${label} must be at least 0.01`),
        atMost(MAX_CPI, `${label} must be at most ${MAX_CPI}`),
        inCents(`${label} must have at most two decimals`),
      ],
    }),
    `${label} must be a number`,
  )

const shared = {
  rate_card_name: requiredText({ label: 'Name' }),
  /** From when on it is the price; without it from now on. */
  effective_from: Schema.optionalKey(Schema.NullOr(PickedInstant)),
  /** The lowest and highest price, in the card's currency; null or nothing: no bound. */
  cpi_min: bound('Lowest CPI'),
  cpi_max: bound('Highest CPI'),
}
const forOne = {
  business_unit_ud: optional(requiredChoice('Business Unit is not in the list'), 'Business Unit is not in the list'),
  pm_cy_cs_id: optional(requiredChoice('Country is not in the list'), 'Country is not in the list'),
}

/** The fields of both forms, but for the file: what a dialog judges. */
export const RateCardFields = Schema.Struct({ ...shared, ...forOne })

/** A new rate card (api:C2): for all business units or one, for all countries or one. */
export const RateCardForm = Schema.Struct({ ...RateCardFields.fields, ...readAsFields, file: SentFile })
export type RateCardForm = typeof RateCardForm.Type

/** A new version of a rate card (api:C3), which is for the same business unit and country. */
export const RateCardReplacement = Schema.Struct({
  ...shared,
  ...readAsFields,
  file: SentFile,
  rate_card_ud: Id,
  /** The number of the newest version that the editor saw; without it the new version follows any later one. */
  version: Schema.optionalKey(Version),
})
export type RateCardReplacement = typeof RateCardReplacement.Type

/** A card is withdrawn, or taken back into use: the number of the newest version that was seen. */
export const RateCardSeen = Schema.Struct({ version: Schema.optionalKey(Version) })

/** The fields of both forms that are numbers: in a multipart form everything is text. */
export const RATE_CARD_NUMBERS = [
  'business_unit_ud',
  'pm_cy_cs_id',
  'rate_card_ud',
  'version',
  'cpi_min',
  'cpi_max',
  'head_row',
] as const

/** A version of a rate card (api:C1); `rate_card_ud` is the version's own. */
export const RateCardRow = Schema.Struct({
  rate_card_ud: Id,
  rate_card_name: Schema.String,
  business_unit_ud: Schema.NullOr(Id),
  business_unit_name: Schema.NullOr(Schema.String),
  pm_cy_cs_id: Schema.NullOr(Id),
  country_name: Schema.NullOr(Schema.String),
  currency: Schema.String,
  version: Version,
  /** This version withdrew the card: since `effective_from` it prices nothing. */
  is_withdrawn: Schema.Boolean,
  effective_from: IsoInstant,
  loi_count: Schema.Int,
  ir_count: Schema.Int,
  /** The name of the file that it was read from; null for one that no file made. */
  filename: Schema.NullOr(Schema.String),
  uploaded_by: Schema.NullOr(Schema.String),
  uploaded_at: Schema.NullOr(IsoInstant),
})
export type RateCardRow = typeof RateCardRow.Type

/** A version of a rate card with its prices; bounds in the grid, in cents. */
export const RateCardDetail = Schema.Struct({ ...RateCardRow.fields, grid: RateGrid })
export type RateCardDetail = typeof RateCardDetail.Type
