import { Schema } from 'effect'
import { Id, IsoInstant, Version } from '../ids/ids.ts'
import { RoleId } from '../users/current-user.ts'
import { AccountType } from './account.ts'

/** An account as super admins manage it (§2.25, §3.4; api:M7–M9). */
export const ManagedAccount = Schema.Struct({
  pm_dsh_ud: Id,
  pm_parent_dsh_ud: Schema.NullOr(Id),
  parent_name: Schema.NullOr(Schema.String),
  name: Schema.String,
  dashboard_name: Schema.String,
  account_type: AccountType,
  /** Of a DEFENDER account, the DESK account on whose respondents it works; null: none. */
  defended_dsh_ud: Schema.NullOr(Id),
  defended_name: Schema.NullOr(Schema.String),
  isRepData: Schema.Boolean,
  salesforce_account_id: Schema.NullOr(Schema.String),
  /** The zone of users who are added to it, as a code of the list of zones. */
  time_zone: Schema.Int,
  inv_by_business_unit_flg: Schema.Boolean,
  access_research_defender_export: Schema.Boolean,
  /** The account charges its clients per complete (§5.11). */
  client_cpi_flg: Schema.Boolean,
  /** The day of the next month on which completes can be reconciled last, in the account's zone. */
  reconciliation_window_day: Schema.Int,
  /** Its users see the embedded reports of the installation (§3.32). */
  embedded_reports_flg: Schema.Boolean,
  /** The workspace of its reports; null: the installation's. */
  bi_workspace_id: Schema.NullOr(Schema.String),
  /** Hosts of surveys that asked not to be called by link checks (day.md §6); null: none. */
  link_check_hosts_off: Schema.NullOr(Schema.String),
  /**
   * The limit of its users' use of the assistant's language model (docs/decisions/0081); null: the platform's setting.
   */
  assistant_tokens_a_month: Schema.NullOr(Schema.Int),
  assistant_questions_a_minute: Schema.NullOr(Schema.Int),
  /** Their use in this month of UTC. */
  assistant_tokens_used: Schema.Int,
  /** How many users it has. */
  members: Schema.Int,
  created_at: IsoInstant,
  /** null: it is not suspended. */
  suspended_at: Schema.NullOr(IsoInstant),
  suspended_by: Schema.NullOr(Schema.String),
  /** Changes with each edit; an edit sends back the one that it saw. */
  version: Version,
})
export type ManagedAccount = typeof ManagedAccount.Type

/** A user of an account, as super admins manage its members (§6.5). */
export const AccountMember = Schema.Struct({
  uid: Id,
  firstname: Schema.String,
  lastname: Schema.String,
  username: Schema.String,
  /** In this account. */
  role_id: RoleId,
  /** Signs in to this account. */
  is_default: Schema.Boolean,
  /** The account that the user was created in: they leave it only by being deleted. */
  is_home: Schema.Boolean,
  /** False: invited, and no password chosen yet. */
  has_password: Schema.Boolean,
  /** False: deactivated by the directory of their home account, and unable to sign in. */
  is_active: Schema.Boolean,
  /** Until when the invitation's link works; null: there is none, or it has expired. */
  invited_until: Schema.NullOr(IsoInstant),
})
export type AccountMember = typeof AccountMember.Type
