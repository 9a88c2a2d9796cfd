import { Schema } from 'effect'
import { requiredText } from '../forms/form-fields.ts'
import { Id, Version } from '../ids/ids.ts'

/** The values of `status_id`: units in use are in the lists, retired ones are not (§3.26). */
export const UNIT_STATUS = { inUse: 1, retired: 2 } as const

/** A business unit (§3.26); lists show only status_id 1, by name. */
export const BusinessUnit = Schema.Struct({
  business_unit_ud: Id,
  business_unit_name: Schema.String,
  status_id: Schema.Int,
  /** Changes with each edit. */
  version: Version,
  /** How many projects that have not ended and how many rate cards use it; only where the list was asked for it. */
  projects_count: Schema.optionalKey(Schema.Int),
  rate_cards_count: Schema.optionalKey(Schema.Int),
})
export type BusinessUnit = typeof BusinessUnit.Type

const NAME_MAX_LENGTH = 100

/** The form of a business unit (api:B2). */
export const BusinessUnitForm = Schema.Struct({
  business_unit_name: requiredText({ label: 'Name', maxLength: NAME_MAX_LENGTH }),
})
export type BusinessUnitForm = typeof BusinessUnitForm.Type

/** The new state of a business unit (api:B3): its name, and whether it is in use or retired; unset: as it was. */
export const EditedBusinessUnit = Schema.Struct({
  ...BusinessUnitForm.fields,
  status_id: Schema.optionalKey(Schema.Literals([UNIT_STATUS.inUse, UNIT_STATUS.retired])),
  /** The version that the editor saw; without it the change overwrites later changes. */
  version: Schema.optionalKey(Version),
})
export type EditedBusinessUnit = typeof EditedBusinessUnit.Type

export const BUSINESS_UNIT_USES_SHOWN = 20

/** Why a business unit cannot be retired: how many projects that have not ended and how many rate cards use it, and the first of them. */
export const BusinessUnitUses = Schema.Struct({
  projects_count: Schema.Int,
  projects: Schema.Array(
    Schema.Struct({ pm_proj_ud: Id, pm_proj_name: Schema.String, pm_proj_rep_num: Schema.String }),
  ),
  rate_cards_count: Schema.Int,
  rate_cards: Schema.Array(Schema.Struct({ rate_card_ud: Id, rate_card_name: Schema.String })),
})
export type BusinessUnitUses = typeof BusinessUnitUses.Type
