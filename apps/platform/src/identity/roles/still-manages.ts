import { ADMIN_ROLES } from '@desk/schema/users/role-ids'
import type { Tx } from '#kernel/db/tx'
import type { Actor } from '#kernel/edits/edit'
import type { Refusal } from '#kernel/edits/outcome'
import { findRoleIn } from './roles.store.ts'

export const NOT_ANY_MORE: Refusal = {
  kind: 'forbidden',
  message: 'You are no administrator of this account any more.',
}

/** Whether the actor, once locked, is an admin of the account still: of two admins who demote each other at once one stays. */
export async function stillManages(tx: Tx, { user }: Actor, accountId: number): Promise<boolean> {
  const roleId = await findRoleIn(tx, user.uid, accountId)
  return roleId !== undefined && ADMIN_ROLES.includes(roleId)
}
