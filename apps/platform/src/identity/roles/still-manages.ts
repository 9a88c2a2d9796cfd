import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { Tx } from '#kernel/db/tx'
import type { Actor } from '#kernel/edits/edit'
import type { Refusal } from '#kernel/edits/outcome'
import { holdUser } from '../sessions/sessions.store.ts'
import { findRoleIn } from './roles.store.ts'

export const NOT_ANY_MORE: Refusal = {
  kind: 'forbidden',
  message: 'You are no administrator of this account any more.',
}

/** Locks two users in one order, so that two who change each other do so one after the other, without a deadlock. */
export async function holdInOrder(tx: Tx, one: number, other: number): Promise<void> {
  for (const userId of [one, other].toSorted((first, second) => first - second)) await holdUser(tx, userId)
}

/** Whether the actor, once locked, is an admin of the account still: of two admins who demote each other at once one stays. */
export async function stillManages(tx: Tx, { user }: Actor, accountId: number): Promise<boolean> {
  const roleId = await findRoleIn(tx, user.uid, accountId)
  return roleId !== undefined && roleId !== ROLE_IDS.user
}
