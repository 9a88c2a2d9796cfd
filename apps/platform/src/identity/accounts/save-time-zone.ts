import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import type { Detail } from '#kernel/http/refusal'
import { doubtAccount } from './doubt-account.store.ts'

const UNKNOWN_ZONE: Detail = { path: ['time_zone'], message: 'This time zone is not in the list' }

/** The zone that new users get, and how many present users got it as well. */
export type SetZone = Readonly<Record<'time_zone' | 'changed_users', number>>

/** The zone of an account, which is locked until the transaction ends. */
async function lockZone(tx: Tx, accountId: number): Promise<{ readonly time_zone: number } | undefined> {
  const { rows } = await sql<{
    time_zone: number
  }>`select time_zone_code as time_zone from account where account_id = ${accountId} for no key update`.execute(tx)
  return rows[0]
}

async function zoneLabel(tx: Tx, code: number): Promise<string | undefined> {
  const { rows } = await sql<{ label: string }>`select label from time_zone where code = ${code}`.execute(tx)
  return rows[0]?.label
}

/** The users of an account whose zone there, or at home, is another one. */
const inAnotherZone = (accountId: number, code: number) => sql`
  from user_account m join app_user u on u.user_id = m.user_id and u.deleted_at is null
  where m.account_id = ${accountId} and (m.time_zone_code <> ${code} or (u.home_account_id = ${accountId} and u.time_zone_code <> ${code}))`

async function countInAnotherZone(tx: Tx, accountId: number, code: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count ${inAnotherZone(accountId, code)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Gives all users of an account the zone there; guests keep the one of their own accounts. */
async function giveZone(tx: Tx, accountId: number, code: number): Promise<void> {
  await sql`
    with changed as (select u.user_id, u.home_account_id ${inAnotherZone(accountId, code)}),
    there as (update user_account m set time_zone_code = ${code} from changed c where m.account_id = ${accountId} and m.user_id = c.user_id)
    update app_user u set edit_version = u.edit_version + 1,
      time_zone_code = case when c.home_account_id = ${accountId} then ${code} else u.time_zone_code end
    from changed c where u.user_id = c.user_id`.execute(tx)
}

/** Sets the zone that new users of the caller's account get; `allUsers`: those who are there get it as well. */
export function setTimeZone(tx: Tx, actor: Actor, code: number, allUsers: boolean): Promise<Outcome<SetZone>> {
  const { accountId } = actor
  let changedUsers = 0
  return edit<{ readonly time_zone: number }, SetZone, SetZone, never>(tx, actor, {
    scope: 'account',
    id: accountId,
    lock: () => lockZone(tx, accountId),
    async judge({ time_zone }) {
      const fault = refusedFor((await zoneLabel(tx, code)) === undefined ? [UNKNOWN_ZONE] : [])
      if (fault) return fault
      changedUsers = allUsers ? await countInAnotherZone(tx, accountId, code) : 0
      return { before: { time_zone, changed_users: 0 }, after: { time_zone: code, changed_users: changedUsers } }
    },
    async write() {
      await sql`update account set time_zone_code = ${code}, edit_version = edit_version + 1 where account_id = ${accountId} and time_zone_code <> ${code}`.execute(
        tx,
      )
      if (changedUsers > 0) await giveZone(tx, accountId, code)
    },
    changed: async ({ time_zone }) => ({
      before: { time_zone: (await zoneLabel(tx, time_zone)) ?? time_zone },
      after: {
        time_zone: (await zoneLabel(tx, code)) ?? code,
        ...(changedUsers > 0 ? { users_given_this_zone: changedUsers } : {}),
      },
    }),
    tell: () => doubtAccount(tx, accountId),
    read: () => Promise.resolve({ time_zone: code, changed_users: changedUsers }),
  })
}
