import type { RoleId } from '@desk/schema/users/current-user'
import { sql } from 'kysely'
import { hashPassword } from '#identity/passwords/password'
import type { Tx } from '#kernel/db/tx'

const LOI_MINUTES = [5, 10, 15, 20, 30]
const IR_PERCENTS = [90, 70, 50, 30, 15]
// in cents: a row for each LOI, a column for each IR; an interview of 30 minutes at 15 % is priced by quote
const PRICES = [
  [210, 240, 280, 370, 560],
  [240, 280, 320, 430, 650],
  [290, 330, 390, 520, 790],
  [350, 400, 470, 630, 960],
  [480, 550, 650, 880, null],
]

/** Gives an account one rate card, for every country and business unit. */
async function makeDemoRateCard(tx: Tx, accountId: number): Promise<void> {
  await sql`
    insert into rate_card (account_id, name, currency, version, effective_from, loi_minutes, ir_percents, prices_minor, cpi_min, cpi_max)
    values (${accountId}, 'General population', 'USD', 1, '2020-01-01T00:00:00Z', ${LOI_MINUTES}::int[], ${IR_PERCENTS}::numeric[], ${JSON.stringify(PRICES)}::jsonb, 200, 3000)`.execute(
    tx,
  )
}

export const DEMO_PASSWORD = 'Desk-demo-1'

/** Ids of the demo's accounts; the staff account is the internal one of §6.4. */
export const DEMO_ACCOUNTS = { staff: 1, acme: 11, beta: 12, shield: 13 } as const

interface DemoUser {
  readonly userId: number
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly accountId: number
  readonly roleId: RoleId
  readonly isStaff?: boolean
  readonly isConsultant?: boolean
  readonly advancedSourceView?: boolean
  readonly alsoIn?: readonly number[]
  readonly zoneCode?: number
  readonly says: string
}

export const DEMO_USERS: readonly DemoUser[] = [
  {
    userId: 1,
    username: 'super@desk.example',
    firstname: 'Sasha',
    lastname: 'Okafor',
    accountId: DEMO_ACCOUNTS.staff,
    roleId: 3,
    isStaff: true,
    says: 'super admin, staff: every account',
  },
  {
    userId: 2,
    username: 'staff@desk.example',
    firstname: 'Tomas',
    lastname: 'Lindqvist',
    accountId: DEMO_ACCOUNTS.staff,
    roleId: 1,
    isStaff: true,
    isConsultant: true,
    alsoIn: [DEMO_ACCOUNTS.acme, DEMO_ACCOUNTS.beta],
    says: 'staff admin',
  },
  {
    userId: 3,
    username: 'admin@acme.example',
    firstname: 'Ana',
    lastname: 'Silva',
    accountId: DEMO_ACCOUNTS.acme,
    roleId: 1,
    isConsultant: true,
    says: 'Acme Research, admin',
  },
  {
    userId: 4,
    username: 'user@acme.example',
    firstname: 'Una',
    lastname: 'Ortiz',
    accountId: DEMO_ACCOUNTS.acme,
    roleId: 2,
    isConsultant: true,
    says: 'Acme Research, user',
  },
  {
    userId: 5,
    username: 'advanced@acme.example',
    firstname: 'Ada',
    lastname: 'Nowak',
    accountId: DEMO_ACCOUNTS.acme,
    roleId: 2,
    isConsultant: true,
    advancedSourceView: true,
    says: 'Acme Research, user with the advanced source view',
  },
  {
    userId: 6,
    username: 'admin@beta.example',
    firstname: 'Bruno',
    lastname: 'Keller',
    accountId: DEMO_ACCOUNTS.beta,
    roleId: 1,
    isConsultant: true,
    says: 'Beta Insights, admin: a second DESK account',
  },
  {
    userId: 7,
    username: 'admin@shield.example',
    firstname: 'Shreya',
    lastname: 'Rao',
    accountId: DEMO_ACCOUNTS.shield,
    roleId: 1,
    says: 'Shield Quality, admin: a DEFENDER account that defends Acme Research',
  },
]

/** Makes the demo's accounts, business units, a rate card of Acme, and users, who cannot sign in yet. */
export async function makeDemoAccounts(tx: Tx): Promise<void> {
  await sql`
    insert into account (account_id, parent_account_id, name, account_type, is_staff, invoices_by_business_unit, defender_export) values
      (${DEMO_ACCOUNTS.staff}, null, 'Sample Desk', 'DESK', true, false, true),
      (${DEMO_ACCOUNTS.acme}, ${DEMO_ACCOUNTS.staff}, 'Acme Research', 'DESK', false, true, false),
      (${DEMO_ACCOUNTS.beta}, ${DEMO_ACCOUNTS.staff}, 'Beta Insights', 'DESK', false, false, false),
      (${DEMO_ACCOUNTS.shield}, ${DEMO_ACCOUNTS.staff}, 'Shield Quality', 'DEFENDER', false, false, true)`.execute(tx)
  await sql`
    insert into business_unit (account_id, business_unit_id, name, status_id) values
      (${DEMO_ACCOUNTS.acme}, 1, 'Consumer', 1), (${DEMO_ACCOUNTS.acme}, 2, 'Healthcare', 1), (${DEMO_ACCOUNTS.acme}, 3, 'Automotive (closed)', 2)`.execute(
    tx,
  )
  await makeDemoRateCard(tx, DEMO_ACCOUNTS.acme)
  for (const user of DEMO_USERS) {
    await sql`
      insert into app_user (user_id, home_account_id, username, firstname, lastname, role_id, is_staff, is_consultant, is_adm_groups, advanced_source_view_external, time_zone_code, account_switch_enabled)
      values (${user.userId}, ${user.accountId}, ${user.username}, ${user.firstname}, ${user.lastname}, ${user.roleId}, ${user.isStaff ?? false},
              ${user.isConsultant ?? false}, ${user.roleId !== 2}, ${user.advancedSourceView ?? false}, ${user.zoneCode ?? 15}, ${(user.alsoIn?.length ?? 0) > 0})`.execute(
      tx,
    )
    for (const accountId of [user.accountId, ...(user.alsoIn ?? [])]) {
      await sql`
        insert into user_account (account_id, user_id, is_default, time_zone_code, role_id)
        values (${accountId}, ${user.userId}, ${accountId === user.accountId}, ${user.zoneCode ?? 15}, ${accountId === user.accountId ? null : user.roleId})`.execute(
        tx,
      )
    }
  }
}

/** Gives the demo's users their password: the last step, so that a demo without passwords was interrupted. */
export async function openDemoSignIns(tx: Tx): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await sql`update app_user set password_hash = ${passwordHash} where username = any(${DEMO_USERS.map(({ username }) => username)})`.execute(
    tx,
  )
}
