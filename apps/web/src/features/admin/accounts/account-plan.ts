import {
  adminOf,
  DEFAULT_WINDOW_DAY,
  type EditedAccountForm,
  type RootAccountForm,
  type AccountChanges,
  type NewAccount,
  type NewAccountForm,
} from '@desk/schema/accounts/account-form'
import { ManagedAccount } from '@desk/schema/accounts/managed-account'
import { DEFAULT_TIME_ZONE_CODE } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import type { FormOption } from '#kit/forms/form-choices.tsx'
import { sayOf } from '#kit/forms/lookup-options.ts'
import type { HistoryFields } from '#kit/history/history-words.ts'

/** The choices of the fields. */
export interface AccountChoices {
  readonly parents: readonly FormOption<number>[]
  /** The DESK accounts, which a DEFENDER account may defend. */
  readonly desks: readonly FormOption<number>[]
  readonly zones: readonly FormOption<number>[]
}

/** An edited account; the root has no parent. */
export type AccountForm = typeof RootAccountForm.Type & Partial<typeof EditedAccountForm.Type>

/** The fields of an account that exists, in the order of the page (§3.4). */
export function accountFields(
  { parents, desks, zones }: AccountChoices,
  { hasParent = true, isDefender = false } = {},
): readonly FieldPlan<AccountForm>[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', isRequired: true },
    ...(hasParent
      ? ([
          { name: 'pm_parent_dsh_ud', label: 'Parent account', kind: 'choice', isRequired: true, say: sayOf(parents) },
        ] as const)
      : []),
    ...(isDefender
      ? ([{ name: 'defended_dsh_ud', label: 'Defends', kind: 'choice', say: sayOf(desks) }] as const)
      : []),
    { name: 'time_zone', label: 'Time zone', kind: 'choice', isRequired: true, say: sayOf(zones) },
    { name: 'salesforce_account_id', label: 'External account id', kind: 'text' },
    { name: 'reconciliation_window_day', label: 'Reconciliation window', kind: 'number', isRequired: true },
    { name: 'inv_by_business_unit_flg', label: 'Invoices by business unit', kind: 'switch' },
    { name: 'client_cpi_flg', label: 'Client CPI', kind: 'switch' },
    { name: 'access_research_defender_export', label: 'Defender export', kind: 'switch' },
    { name: 'embedded_reports_flg', label: 'Embedded reports', kind: 'switch' },
    { name: 'bi_workspace_id', label: 'Workspace', kind: 'text' },
    { name: 'link_check_hosts_off', label: 'Hosts not called by link checks', kind: 'text' },
    { name: 'assistant_tokens_a_month', label: 'Assistant: tokens a month', kind: 'number' },
    { name: 'assistant_questions_a_minute', label: 'Assistant: questions a minute', kind: 'number' },
  ]
}

/** The fields of a new account, with the unchangeable ones, and its first admin. */
export function newAccountFields(choices: AccountChoices): readonly FieldPlan<NewAccountForm>[] {
  const [name, ...others] = accountFields(choices)
  return [
    ...(name === undefined ? [] : [name]),
    { name: 'account_type', label: 'Type', kind: 'text', isRequired: true },
    ...others,
    { name: 'isRepData', label: 'Staff account', kind: 'switch' },
    { name: 'admin_firstname', label: 'Firstname', kind: 'text' },
    { name: 'admin_lastname', label: 'Lastname', kind: 'text' },
    { name: 'admin_username', label: 'Username', kind: 'text' },
  ]
}

/** The initial values of a new account. @param parentId the account of the super admin's home */
export const newAccountDefaults = (parentId: number | null): object => ({
  account_type: 'DESK',
  ...(parentId === null ? {} : { pm_parent_dsh_ud: parentId }),
  time_zone: DEFAULT_TIME_ZONE_CODE,
  client_cpi_flg: true,
  reconciliation_window_day: DEFAULT_WINDOW_DAY,
})

/** The request of a new account. */
export function newAccountInput({
  admin_firstname,
  admin_lastname,
  admin_username,
  ...account
}: NewAccountForm): NewAccount {
  const admin = adminOf({ admin_firstname, admin_lastname, admin_username })
  return { ...account, ...(admin === undefined ? {} : { admin }) }
}

/** The request of an edit; a choice of nothing, and an empty number, are no values of the form. */
export const accountChanges = (changes: AccountChanges, isDefender: boolean): AccountChanges => ({
  ...(isDefender ? { defended_dsh_ud: null } : {}),
  assistant_tokens_a_month: null,
  assistant_questions_a_minute: null,
  ...changes,
})

const isAccount = Schema.is(ManagedAccount)

/** The account of a conflict or an answer, for the form. */
export function readAccount(current: unknown): { readonly stored: object; readonly version: number } | null {
  return isAccount(current) ? { stored: current, version: current.version } : null
}

/** The history's names of the fields. */
export const ACCOUNT_HISTORY: HistoryFields = {
  name: { label: 'Name' },
  account_type: { label: 'Type' },
  isRepData: { label: 'Staff account' },
  pm_parent_dsh_ud: { label: 'Parent account' },
  defended_dsh_ud: { label: 'Defends' },
  salesforce_account_id: { label: 'External account id' },
  time_zone: { label: 'Time zone' },
  inv_by_business_unit_flg: { label: 'Invoices by business unit' },
  access_research_defender_export: { label: 'Defender export' },
  client_cpi_flg: { label: 'Client CPI' },
  reconciliation_window_day: { label: 'Reconciliation window' },
  embedded_reports_flg: { label: 'Embedded reports' },
  bi_workspace_id: { label: 'Workspace of its reports' },
  link_check_hosts_off: { label: 'Hosts not called by link checks' },
  assistant_tokens_a_month: { label: 'Assistant: tokens a month' },
  assistant_questions_a_minute: { label: 'Assistant: questions a minute' },
  logo: { label: 'Logo' },
  suspended: { label: 'Suspended' },
  member: { label: 'Member' },
  default_account_of: { label: 'Default account of' },
  invited: { label: 'Invited again' },
}
