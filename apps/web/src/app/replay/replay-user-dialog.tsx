import type { formMachine } from '@desk/machines/form/form.machine'
import { asksToLeave, values as formValues } from '@desk/machines/form/form.selectors'
import type { Snapshot } from '@desk/machines/journal/fold'
import type { userDialogMachine } from '@desk/machines/user-dialog/user-dialog.machine'
import { asksToDelete, dialog } from '@desk/machines/user-dialog/user-dialog.selectors'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { useId } from 'react'
import type { SnapshotFrom } from 'xstate'
import { useConfig } from '#runtime/hooks/use-config.ts'
import { useTimeZones } from '#runtime/hooks/use-time-zones.ts'
import { NO_PASSWORDS } from '#features/admin/user-dialog/typed-passwords.ts'
import { UserDialogView } from '#features/admin/user-dialog/user-dialog-view.tsx'
import { lastOf } from './replay-snapshots.ts'

const nothing = () => undefined
const ACTIONS = {
  submit: nothing,
  cancel: nothing,
  remove: nothing,
  removalConfirmed: nothing,
  removalDeclined: nothing,
  leaveAnswered: nothing,
  draftAnswered: nothing,
} as const
const ROLES = [
  { pm_code: ROLE_IDS.admin, pm_code_name: 'Admin' },
  { pm_code: ROLE_IDS.user, pm_code_name: 'User' },
  { pm_code: ROLE_IDS.superAdmin, pm_code_name: 'Super Admin' },
]

/** The user dialog (§2.41) as its two machines had it. What was typed as a password never was in the journal. */
export function ReplayUserDialog({
  snapshots,
  uid,
}: {
  readonly snapshots: ReadonlyMap<string, Snapshot>
  readonly uid: number
}) {
  const formId = useId()
  const { passwordPolicy } = useConfig()
  const { zones } = useTimeZones()
  const open = lastOf<SnapshotFrom<typeof userDialogMachine>>(
    snapshots,
    'user-dialog',
    snapshot => dialog(snapshot) !== null,
  )
  const form = lastOf<SnapshotFrom<typeof formMachine>>(
    snapshots,
    'form',
    ({ context }) => context.form?.startsWith('user.') === true,
  )
  const shown = open === undefined ? null : dialog(open)
  if (open === undefined || shown === null || form === undefined) return null
  const { firstname, lastname } = formValues(form)
  return (
    <UserDialogView
      shown={shown}
      form={form}
      formId={formId}
      name={[firstname, lastname].filter(part => typeof part === 'string').join(' ')}
      isGuest={open.context.user?.isGuest === true}
      asksToDelete={asksToDelete(open)}
      asksToLeave={asksToLeave(form)}
      policy={passwordPolicy}
      zones={zones}
      roles={ROLES}
      isOwn={shown.uid === uid}
      passwords={NO_PASSWORDS}
      change={nothing}
      typePassword={nothing}
      left={nothing}
      on={ACTIONS}
    />
  )
}
