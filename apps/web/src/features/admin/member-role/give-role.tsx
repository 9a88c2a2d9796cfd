import type { GuestRoleId } from '@desk/schema/users/guest-roles'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { ROLES } from '@desk/schema/users/user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { failureMessage } from '#runtime/api/api-error.ts'
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
  const give = async (wanted: GuestRoleId): Promise<string> => {
    await desk.api.call('accountMembers.giveRole', {
      params: { id: account.id, uid: member.uid },
      payload: { role_id: wanted },
    })
    await Promise.all(['users.list', MEMBERS, HISTORY].map(key => queries.invalidateQueries({ queryKey: [key] })))
    return `${member.name} is ${roleName(wanted)} in ${account.name} now`
  }
  // the dialog is closed by then
  const undo = () =>
    void give(roleId === ROLE_IDS.admin ? ROLE_IDS.user : ROLE_IDS.admin).then(
      message => showToast({ type: 'success', message }),
      (failure: unknown) => showToast({ type: 'error', message: failureMessage(failure) }),
    )
  const giving = useMutation({
    mutationFn: () => give(roleId),
    onSuccess: message => {
      void showToast({ type: 'success', message, action: { label: 'Undo', onPress: undo } })
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
