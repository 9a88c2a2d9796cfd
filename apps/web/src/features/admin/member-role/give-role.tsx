import { GUEST_ROLES, type GuestRoleId } from '@desk/schema/users/guest-roles'
import type { RoleId } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { ROLES } from '@desk/schema/users/user'
import { useQueryClient } from '@tanstack/react-query'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { MEMBERS } from '../accounts/account-cache.ts'

/** The name of a role (§6.1). */
export const roleName = (roleId: number): string =>
  ROLES.find(({ pm_code }) => pm_code === roleId)?.pm_code_name ?? String(roleId)

export interface GiveRoleProps {
  /** Where the role is given. */
  readonly account: { readonly id: number; readonly name: string }
  readonly member: { readonly uid: number; readonly name: string; readonly roleId: RoleId; readonly isHome: boolean }
  readonly roleId: GuestRoleId
  readonly onClosed: () => void
}

/** Asks, and gives a member of an account another role in it. */
export function GiveRole({ account, member, roleId, onClosed }: GiveRoleProps) {
  const desk = useDesk()
  const queries = useQueryClient()
  const role = roleName(roleId)
  const before = GUEST_ROLES.find(each => each === member.roleId) ?? ROLE_IDS.user
  const params = { id: account.id, uid: member.uid }
  const forget = () => {
    for (const key of ['users.list', MEMBERS, HISTORY]) void queries.invalidateQueries({ queryKey: [key] })
  }
  return (
    <ConfirmAct
      call="accountMembers.giveRole"
      request={{ params, payload: { role_id: roleId } }}
      question={{
        title: `Make ${member.name} ${role} in ${account.name}?`,
        lines: [
          member.isHome
            ? 'All their sessions end at once, since they are at home here. Roles that other accounts gave them stay.'
            : `Their sessions in ${account.name} end at once. In their other accounts nothing changes.`,
        ],
        confirmLabel: `Make ${role}`,
        tone: 'neutral',
      }}
      doneText={`${member.name} is ${role} in ${account.name} now`}
      undoneText={`${member.name} is ${roleName(before)} in ${account.name} now`}
      undo={() => desk.api.call('accountMembers.giveRole', { params, payload: { role_id: before } })}
      onDone={forget}
      onUndone={forget}
      onClosed={onClosed}
    />
  )
}
