import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { updateSecondFactorRequired } from './accounts.store.ts'

/** Whether every user of an account needs a second factor. */
export type SecondFactorRequired = Readonly<Record<'second_factor_required', boolean>>

/** The switch of an account, which is locked until the transaction ends. */
async function lockSwitch(tx: Tx, accountId: number): Promise<SecondFactorRequired | undefined> {
  const { rows } = await sql<SecondFactorRequired>`
    select second_factor_required from account where account_id = ${accountId} for no key update`.execute(tx)
  return rows[0]
}

/** Turns on or off that every user of the caller's account needs a second factor. */
export function requireSecondFactor(tx: Tx, actor: Actor, isRequired: boolean): Promise<Outcome<SecondFactorRequired>> {
  const { accountId } = actor
  const wanted: SecondFactorRequired = { second_factor_required: isRequired }
  return edit<SecondFactorRequired, SecondFactorRequired, SecondFactorRequired, never>(tx, actor, {
    scope: 'account',
    id: accountId,
    lock: () => lockSwitch(tx, accountId),
    judge: before => ({ before, after: wanted }),
    write: () => updateSecondFactorRequired(tx, accountId, isRequired),
    changed: before => ({ before, after: wanted }),
    read: () => Promise.resolve(wanted),
  })
}
