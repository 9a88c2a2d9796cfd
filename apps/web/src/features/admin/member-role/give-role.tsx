import type { GuestRoleId } from '@desk/schema/users/guest-roles'
import { ROLES } from '@desk/schema/users/user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { MEMBERS } from '../accounts/account-cache.ts'

/** The name of a role (§6.1). */
export const roleName = (roleId: number): string =>
  ROLES.find(({ pm_code }) => pm_code === roleId)?.pm_code_name ?? String(roleId)

export interface GiveRoleProps {
  /** Where the role is given. */
  readonly account: { readonly id: number; readonly name: string }
  readonly member: { readonly uid: number; readonly name: string; readonly isHome: boolean }
  readonly roleId: GuestRoleId
  readonly onClosed: () => void
}

/** Asks, and gives a member of an account another role in it. */
export function GiveRole({ account, member, roleId, onClosed }: GiveRoleProps) {
  const desk = useDesk()
  const queries = useQueryClient()
  const role = roleName(roleId)
  const giving = useMutation({
    mutationFn: () =>
      desk.api.call('accountMembers.giveRole', {
        params: { id: account.id, uid: member.uid },
        payload: { role_id: roleId },
      }),
    onSuccess: async () => {
      await Promise.all(['users.list', MEMBERS, HISTORY].map(key => queries.invalidateQueries({ queryKey: [key] })))
      void showToast({ type: 'success', message: `${member.name} is ${role} in ${account.name} now` })
      onClosed()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={`Make ${member.name} ${role} in ${account.name}?`}
      confirmLabel={`Make ${role}`}
      isPending={giving.isPending}
      onConfirm={() => giving.mutate()}
      onCancel={onClosed}
    >
      <p>
        {member.isHome
          ? 'All their sessions end at once, since they are at home here. Roles that other accounts gave them stay.'
          : `Their sessions in ${account.name} end at once. In their other accounts nothing changes.`}
      </p>
      <CallFailure error={giving.error} />
    </ConfirmDialog>
  )
}
