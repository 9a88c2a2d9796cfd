import type { AccountType } from '@desk/schema/accounts/account'
import { DEFAULT_WINDOW_DAY, type AccountChanges, type NewAccount } from '@desk/schema/accounts/account-form'
import type { ManagedAccount } from '@desk/schema/accounts/managed-account'
import { oneSpaced } from '@desk/schema/forms/one-spaced'
import { DEFAULT_TIME_ZONE_CODE } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { Tx } from '#kernel/db/tx'
import { edit, make, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { Detail } from '#kernel/http/refusal'
import { createUser, type Afterwards } from '../users/save-user.ts'
import { isNameInUse } from '../users/users.store.ts'
import { doubtAccount } from '../accounts/doubt-account.store.ts'
import * as store from './managed-accounts.store.ts'

const NAME_TAKEN: Detail = { path: ['name'], message: 'Another account has this name' }
const NO_PARENT: Detail = { path: ['pm_parent_dsh_ud'], message: 'Parent account is required' }
const WRONG_PARENT: Detail = {
  path: ['pm_parent_dsh_ud'],
  message: 'This account does not exist, or is below the account itself',
}
const PARENTLESS: Detail = {
  path: ['pm_parent_dsh_ud'],
  message: 'The provider’s own account has no parent account',
}
const UNKNOWN_ZONE: Detail = { path: ['time_zone'], message: 'This time zone is not in the list' }
const KNOWN_USER: Detail = {
  path: ['admin', 'username'],
  message: 'This user exists already: create the account without a first admin, then add them as a member',
}

const NOT_A_DESK: Detail = {
  path: ['defended_dsh_ud'],
  message: 'This account does not exist, or is not a DESK account',
}
const NO_DEFENDER: Detail = { path: ['defended_dsh_ud'], message: 'Only a DEFENDER account defends another' }

/** Empty text is none. */
const orNull = (text: string | null | undefined): string | null => (text?.trim() ? text.trim() : null)

/** The faults of whom an account defends. */
async function defenceFaults(tx: Tx, defendedId: number | null, type: AccountType): Promise<readonly Detail[]> {
  if (defendedId === null) return []
  if (type !== 'DEFENDER') return [NO_DEFENDER]
  return (await store.isDeskAccount(tx, defendedId)) ? [] : [NOT_A_DESK]
}
/** An id of the reporting service, as the database writes it. */
const idOrNull = (text: string | null | undefined): string | null => orNull(text)?.toLowerCase() ?? null

/** The faults of a form against the stored state; `accountId` null: it is new. */
async function faultsOf(
  tx: Tx,
  row: store.AccountRow,
  type: AccountType,
  accountId: number | null,
): Promise<readonly Detail[]> {
  const isRightParent = row.parentAccountId === null || (await store.canBeParent(tx, row.parentAccountId, accountId))
  return [
    ...((await store.isNameTaken(tx, row.name, accountId)) ? [NAME_TAKEN] : []),
    ...(isRightParent ? [] : [WRONG_PARENT]),
    ...(await defenceFaults(tx, row.defendedAccountId, type)),
    ...((await store.zoneLabel(tx, row.timeZoneCode)) === undefined ? [UNKNOWN_ZONE] : []),
  ]
}

/** Creates an account, and its first admin, who gets a link to choose a password. */
export async function createAccount(
  tx: Tx,
  caller: Actor,
  internalAccountId: number,
  { admin, ...wanted }: NewAccount,
  afterwards: Afterwards,
): Promise<Outcome<ManagedAccount>> {
  const accountId = await store.nextAccountId(tx)
  // the history is the new account's
  const actor: Actor = { ...caller, accountId }
  const { pm_parent_dsh_ud: parentAccountId = internalAccountId } = wanted
  const row: store.AccountRow = {
    name: oneSpaced(wanted.name),
    parentAccountId,
    defendedAccountId: wanted.defended_dsh_ud ?? null,
    externalId: orNull(wanted.salesforce_account_id),
    timeZoneCode: wanted.time_zone ?? DEFAULT_TIME_ZONE_CODE,
    invoicesByBusinessUnit: wanted.inv_by_business_unit_flg ?? false,
    defenderExport: wanted.access_research_defender_export ?? false,
    isClientCpiOn: wanted.client_cpi_flg ?? true,
    reconciliationWindowDay: wanted.reconciliation_window_day ?? DEFAULT_WINDOW_DAY,
    hasEmbeddedReports: wanted.embedded_reports_flg ?? false,
    workspaceId: idOrNull(wanted.bi_workspace_id),
    linkCheckHostsOff: orNull(wanted.link_check_hosts_off),
    tokensAMonth: wanted.assistant_tokens_a_month ?? null,
    questionsAMinute: wanted.assistant_questions_a_minute ?? null,
  }
  return make<true, ManagedAccount, never>(tx, actor, {
    scope: 'account',
    lock: async () => {
      await store.lockAccountTree(tx)
      return true
    },
    // without a parent its users would be the provider's own (§6.4)
    judge: async () =>
      refusedFor([
        ...(parentAccountId === null ? [NO_PARENT] : []),
        ...(await faultsOf(tx, row, wanted.account_type, null)),
        ...(admin && (await isNameInUse(tx, admin.username.trim().toLowerCase())) ? [KNOWN_USER] : []),
      ]),
    async write() {
      await store.insertAccount(tx, accountId, {
        ...row,
        accountType: wanted.account_type,
        isStaff: wanted.isRepData ?? false,
      })
      return accountId
    },
    facts: async () => store.accountFacts(tx, await stored(tx, accountId)),
    async parts() {
      if (!admin) return undefined
      const made = await createUser(
        tx,
        actor,
        { ...admin, user_time_zone: row.timeZoneCode },
        afterwards,
        ROLE_IDS.admin,
      )
      return underAdmin(made)
    },
    read: () => stored(tx, accountId),
  })
}

/** Faults of the first admin, at the fields of the account's form. */
function underAdmin(made: Outcome<unknown>): Refusal | undefined {
  if (made.kind === 'done') return undefined
  if (made.kind !== 'faulty') throw new Error('A user of a new account is made, or has faults.')
  return { kind: 'faulty', details: made.details.map(detail => ({ ...detail, path: ['admin', ...detail.path] })) }
}

const stored = async (tx: Tx, accountId: number): Promise<ManagedAccount> =>
  requireFound(await store.findManagedAccount(tx, accountId), 'account')

const rowOf = (account: ManagedAccount): store.AccountRow => ({
  name: account.name,
  parentAccountId: account.pm_parent_dsh_ud,
  defendedAccountId: account.defended_dsh_ud,
  externalId: account.salesforce_account_id,
  timeZoneCode: account.time_zone,
  invoicesByBusinessUnit: account.inv_by_business_unit_flg,
  defenderExport: account.access_research_defender_export,
  isClientCpiOn: account.client_cpi_flg,
  reconciliationWindowDay: account.reconciliation_window_day,
  hasEmbeddedReports: account.embedded_reports_flg,
  workspaceId: account.bi_workspace_id,
  linkCheckHostsOff: account.link_check_hosts_off,
  tokensAMonth: account.assistant_tokens_a_month,
  questionsAMinute: account.assistant_questions_a_minute,
})

/** The stored form with the changes over it. */
function changedRow(before: ManagedAccount, wanted: AccountChanges): store.AccountRow {
  const row = rowOf(before)
  return {
    name: wanted.name === undefined ? row.name : oneSpaced(wanted.name),
    parentAccountId: wanted.pm_parent_dsh_ud === undefined ? row.parentAccountId : wanted.pm_parent_dsh_ud,
    defendedAccountId: wanted.defended_dsh_ud === undefined ? row.defendedAccountId : wanted.defended_dsh_ud,
    externalId: wanted.salesforce_account_id === undefined ? row.externalId : orNull(wanted.salesforce_account_id),
    timeZoneCode: wanted.time_zone ?? row.timeZoneCode,
    invoicesByBusinessUnit: wanted.inv_by_business_unit_flg ?? row.invoicesByBusinessUnit,
    defenderExport: wanted.access_research_defender_export ?? row.defenderExport,
    isClientCpiOn: wanted.client_cpi_flg ?? row.isClientCpiOn,
    reconciliationWindowDay: wanted.reconciliation_window_day ?? row.reconciliationWindowDay,
    hasEmbeddedReports: wanted.embedded_reports_flg ?? row.hasEmbeddedReports,
    workspaceId: wanted.bi_workspace_id === undefined ? row.workspaceId : idOrNull(wanted.bi_workspace_id),
    linkCheckHostsOff:
      wanted.link_check_hosts_off === undefined ? row.linkCheckHostsOff : orNull(wanted.link_check_hosts_off),
    tokensAMonth: wanted.assistant_tokens_a_month === undefined ? row.tokensAMonth : wanted.assistant_tokens_a_month,
    questionsAMinute:
      wanted.assistant_questions_a_minute === undefined ? row.questionsAMinute : wanted.assistant_questions_a_minute,
  }
}

/** Edits an account; open pages of its users check their session, which has its name. */
export function editAccount(
  tx: Tx,
  caller: Actor,
  accountId: number,
  wanted: AccountChanges,
): Promise<Outcome<ManagedAccount>> {
  return edit<ManagedAccount, store.AccountRow, ManagedAccount, never>(
    tx,
    { ...caller, accountId },
    {
      scope: 'account',
      id: accountId,
      async lock() {
        await store.lockAccountTree(tx)
        return store.lockAccount(tx, accountId)
      },
      async judge(before) {
        const row = changedRow(before, wanted)
        const parentFaults =
          (row.parentAccountId === null) === (before.pm_parent_dsh_ud === null)
            ? []
            : [row.parentAccountId === null ? NO_PARENT : PARENTLESS]
        return (
          refusedFor([...parentFaults, ...(await faultsOf(tx, row, before.account_type, accountId))]) ?? {
            before: rowOf(before),
            after: row,
          }
        )
      },
      version: ({ version }) => ({ seen: wanted.version, stored: version }),
      write: row => store.updateAccount(tx, accountId, row),
      facts: async () => store.accountFacts(tx, await stored(tx, accountId)),
      tell: () => doubtAccount(tx, accountId),
      read: () => stored(tx, accountId),
    },
  )
}

const REASONS = {
  own_account: 'You work in this account. Switch to another one first.',
  internal_account: 'The provider’s own account cannot be suspended: no user could resume it.',
} as const

/**
 * Suspends an account, or resumes it. Until then its users, and the respondents of its links, are refused; all its
 * data stays.
 */
export function setSuspension(
  tx: Tx,
  caller: Actor,
  internalAccountId: number,
  accountId: number,
  isSuspended: boolean,
): Promise<Outcome<ManagedAccount>> {
  const refuse = (reason: keyof typeof REASONS, current: ManagedAccount): Refusal<ManagedAccount> => ({
    kind: 'refused',
    reason,
    message: REASONS[reason],
    current,
  })
  return edit<ManagedAccount, boolean, ManagedAccount, ManagedAccount>(
    tx,
    { ...caller, accountId },
    {
      scope: 'account',
      id: accountId,
      lock: () => store.lockAccount(tx, accountId),
      judge(account) {
        if (isSuspended && accountId === internalAccountId) return refuse('internal_account', account)
        if (isSuspended && accountId === caller.accountId) return refuse('own_account', account)
        return { before: account.suspended_at !== null, after: isSuspended }
      },
      write: after =>
        store.updateSuspension(
          tx,
          accountId,
          after ? { since: caller.at, userId: caller.user.uid } : { since: null, userId: null },
        ),
      facts: async () => store.accountFacts(tx, await stored(tx, accountId)),
      tell: () => doubtAccount(tx, accountId),
      read: () => stored(tx, accountId),
    },
  )
}
