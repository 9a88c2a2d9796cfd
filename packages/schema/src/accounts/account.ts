import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'

export const AccountType = Schema.Literals(['DESK', 'DEFENDER'])
export type AccountType = typeof AccountType.Type

/** An account, or dashboard (§3.4). */
export const Account = Schema.Struct({
  pm_dsh_ud: Id,
  pm_parent_dsh_ud: Schema.NullOr(Id),
  name: Schema.String,
  account_type: AccountType,
  dashboard_name: Schema.String,
  isRepData: Schema.Boolean,
  inv_by_business_unit_flg: Schema.Boolean,
  access_research_defender_export: Schema.Boolean,
  /** The account charges its clients per complete (§5.11: client CPI is enabled). */
  client_cpi_flg: Schema.optionalKey(Schema.Boolean),
  /** The zone that new users get, as a code of the list of zones. */
  time_zone: Schema.optionalKey(Schema.Int),
  /** Every user of the account must have a second factor. */
  second_factor_required: Schema.optionalKey(Schema.Boolean),
})
export type Account = typeof Account.Type
