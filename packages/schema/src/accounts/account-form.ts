import { Result, Schema, SchemaIssue } from 'effect'
import { atLeast, atMost, optional, requiredChoice, requiredNumber, requiredText, whole } from '../forms/form-fields.ts'
import { Id, Version } from '../ids/ids.ts'
import { serviceId } from '../embedded-reports/embed-settings.ts'
import { GuestRoleId } from '../users/guest-roles.ts'
import { NewUserTexts } from '../users/user-form.ts'
import { UncalledHosts } from '../surveys/link-check.ts'
import { AccountType } from './account.ts'

const EXTERNAL_ID_MAX_LENGTH = 64

const externalId = Schema.String.check(
  Schema.makeFilter((text: string) => text.trim().length <= EXTERNAL_ID_MAX_LENGTH, {
    message: `External account id must be at most ${EXTERNAL_ID_MAX_LENGTH} characters`,
  }),
  Schema.makeFilter((text: string) => !/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(text), {
    message: 'External account id must not contain control characters',
  }),
)

const WINDOW_DAY_RANGE = 'Reconciliation window must end on a day from 1 to 28'
/** The day of the next month on which completes can be reconciled last (settlement.md §1). */
const reconciliationWindowDay = requiredNumber({
  required: 'Reconciliation window is required',
  invalid: 'Reconciliation window must be a day of the month',
  rules: [
    whole('Reconciliation window must be a whole number'),
    atLeast(1, WINDOW_DAY_RANGE),
    atMost(28, WINDOW_DAY_RANGE),
  ],
})
const TOKENS_RANGE = 'Tokens of the assistant must be from 0 to 1,000,000,000 a month'
/**
 * The monthly limit of its users' use of the assistant's language model (docs/decisions/0081); null: the platform's
 * setting.
 */
const assistantTokensAMonth = requiredNumber({
  required: TOKENS_RANGE,
  rules: [
    whole('Tokens of the assistant must be a whole number'),
    atLeast(0, TOKENS_RANGE),
    atMost(1_000_000_000, TOKENS_RANGE),
  ],
})
const QUESTIONS_RANGE = 'Questions to the model must be from 0 to 1,000 a minute'
const assistantQuestionsAMinute = requiredNumber({
  required: QUESTIONS_RANGE,
  rules: [
    whole('Questions to the model must be a whole number'),
    atLeast(0, QUESTIONS_RANGE),
    atMost(1_000, QUESTIONS_RANGE),
  ],
})

/** Defaults of a new account. */
export const DEFAULT_WINDOW_DAY = 25

/** The fields that an account is created with and that can be edited later (§3.4). */
const editable = {
  /** null only for the provider's own account, which has none. */
  pm_parent_dsh_ud: Schema.optionalKey(Schema.NullOr(Id)),
  /** Of a DEFENDER account, the DESK account on whose respondents it works (docs/decisions/0077); null: none. */
  defended_dsh_ud: Schema.optionalKey(Schema.NullOr(Id)),
  salesforce_account_id: optional(externalId, 'External account id must be text'),
  time_zone: Schema.optionalKey(requiredChoice('Time zone is required')),
  inv_by_business_unit_flg: Schema.optionalKey(Schema.Boolean),
  access_research_defender_export: Schema.optionalKey(Schema.Boolean),
  client_cpi_flg: Schema.optionalKey(Schema.Boolean),
  reconciliation_window_day: Schema.optionalKey(reconciliationWindowDay),
  embedded_reports_flg: Schema.optionalKey(Schema.Boolean),
  bi_workspace_id: serviceId('Workspace'),
  link_check_hosts_off: optional(UncalledHosts, 'Hosts that are not called must be text'),
  assistant_tokens_a_month: optional(assistantTokensAMonth, TOKENS_RANGE),
  assistant_questions_a_minute: optional(assistantQuestionsAMinute, QUESTIONS_RANGE),
}

export const ACCOUNT_NAME = requiredText({ label: 'Name' })

/**
 * A new account (api:M7); an omitted field has its default: under the provider's own account, Eastern Time, no
 * invoices by business unit, no Defender export, client CPI on, a reconciliation window to the 25th, no embedded
 * reports. Its type and whether it is staff's never change afterwards.
 */
export const NewAccount = Schema.Struct({
  name: ACCOUNT_NAME,
  account_type: AccountType,
  isRepData: Schema.optionalKey(Schema.Boolean),
  ...editable,
  /** The first admin, who gets an invitation by mail; absent: none yet. */
  admin: Schema.optionalKey(NewUserTexts),
})
export type NewAccount = typeof NewAccount.Type

/** Changes of an account (api:M9): missing fields stay. */
export const AccountChanges = Schema.Struct({
  name: Schema.optionalKey(ACCOUNT_NAME),
  ...editable,
  /** The version that the editor saw; without it the change overwrites later changes. */
  version: Schema.optionalKey(Version),
})
export type AccountChanges = typeof AccountChanges.Type

/** A user who joins an account, by their username. */
export const NewMember = Schema.Struct({
  username: requiredText({ label: 'Username' }),
  /** The role there; absent: User. */
  role_id: Schema.optionalKey(GuestRoleId),
})

/** Any of the first admin's three texts: then all of them are judged. */
interface FirstAdmin {
  readonly admin_firstname: string
  readonly admin_lastname: string
  readonly admin_username: string
}

const ADMIN_TEXTS = ['firstname', 'lastname', 'username'] as const

/** The first admin as it is sent; undefined when nothing of it was typed. */
export function adminOf(typed: FirstAdmin): NewAccount['admin'] {
  const { admin_firstname: firstname, admin_lastname: lastname, admin_username: username } = typed
  return [firstname, lastname, username].every(text => text.trim() === '')
    ? undefined
    : { firstname, lastname, username }
}

/** The fault of one text of a first admin; an empty admin has none. */
const adminText = (name: (typeof ADMIN_TEXTS)[number]) =>
  Schema.makeFilter((typed: FirstAdmin) => {
    const admin = adminOf(typed)
    if (!admin) return undefined
    const issue = faultOf(NewUserTexts.fields[name], admin[name])
    return issue === null ? undefined : { path: [`admin_${name}`], issue }
  })

function faultOf(schema: Schema.Decoder<unknown>, value: unknown): string | null {
  const decoded = Schema.decodeUnknownResult(schema)(value)
  if (Result.isSuccess(decoded)) return null
  const [first] = SchemaIssue.makeFormatterStandardSchemaV1()(decoded.failure.issue).issues
  return first?.message ?? null
}

const [firstnameRule, lastnameRule, usernameRule] = [
  adminText('firstname'),
  adminText('lastname'),
  adminText('username'),
]

const storedFields = {
  name: ACCOUNT_NAME,
  /** Of a DEFENDER account. */
  defended_dsh_ud: Schema.optionalKey(Id),
  salesforce_account_id: externalId,
  time_zone: requiredChoice('Time zone is required'),
  inv_by_business_unit_flg: Schema.Boolean,
  access_research_defender_export: Schema.Boolean,
  client_cpi_flg: Schema.Boolean,
  reconciliation_window_day: reconciliationWindowDay,
  embedded_reports_flg: Schema.Boolean,
  bi_workspace_id: serviceId('Workspace'),
  link_check_hosts_off: UncalledHosts,
  assistant_tokens_a_month: optional(assistantTokensAMonth, TOKENS_RANGE),
  assistant_questions_a_minute: optional(assistantQuestionsAMinute, QUESTIONS_RANGE),
}

/** The form of the provider's own account, which has no parent. */
export const RootAccountForm = Schema.Struct(storedFields)

/** The form of any other account, in the fields that its page has. */
export const EditedAccountForm = Schema.Struct({
  ...storedFields,
  pm_parent_dsh_ud: requiredChoice('Parent account is required'),
})

/** The form of a new account, in the fields that its page has; the first admin may be left out. */
export const NewAccountForm = Schema.Struct({
  ...EditedAccountForm.fields,
  account_type: AccountType,
  isRepData: Schema.Boolean,
  admin_firstname: Schema.String,
  admin_lastname: Schema.String,
  admin_username: Schema.String,
}).check(firstnameRule, lastnameRule, usernameRule)
export type NewAccountForm = typeof NewAccountForm.Type
