import type { KeyScope } from '@desk/schema/api-keys/key-scopes'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { sql } from 'kysely'
import { handleOf, hashOf } from '#identity/api-keys/key-token'
import type { Tx } from '#kernel/db/tx'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'

const SCOPES: readonly KeyScope[] = ['read_figures', 'read_studies', 'reconcile']
const KEY_DAYS = 366

/** The simulator's key in each account whose respondents it plays: known to all, as all of the demo is. */
export const SIMULATOR_KEYS = [
  {
    accountId: DEMO_ACCOUNTS.acme,
    account: 'acme',
    key: 'desk_51ab00000011_simulator-of-the-demo-account-acme-research',
  },
  {
    accountId: DEMO_ACCOUNTS.beta,
    account: 'beta',
    key: 'desk_51ab00000012_simulator-of-the-demo-account-beta-insights',
  },
] as const

/** Gives the simulator a user of its own, who cannot sign in, and a key in each of its accounts, with each start for a year more. */
export async function admitSimulator(tx: Tx, at: Date): Promise<void> {
  for (const { accountId, account, key } of SIMULATOR_KEYS) {
    const username = `simulator@${account}.example`
    await sql`
      insert into app_user (home_account_id, username, firstname, lastname, role_id, is_adm_groups)
      values (${accountId}, ${username}, 'Traffic', 'Simulator', ${ROLE_IDS.admin}, true) on conflict do nothing`.execute(
      tx,
    )
    await sql`
      insert into user_account (account_id, user_id, is_default)
      select ${accountId}, user_id, true from app_user where username = ${username} on conflict do nothing`.execute(tx)
    await sql`
      insert into api_key (account_id, user_id, name, handle, secret_hash, scopes, created_at, expires_at)
      select ${accountId}, user_id, 'Simulated respondents', ${handleOf(key)}, ${hashOf(key)}, ${[...SCOPES]}::text[], ${at}, ${at}::timestamptz + make_interval(days => ${KEY_DAYS})
      from app_user where username = ${username}
      on conflict (handle) do update set expires_at = excluded.expires_at`.execute(tx)
  }
}
