import type { CurrentUser } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { User } from '@desk/schema/users/user'
import { useZone } from '#kit/zones/use-zone.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { UnbindSignOn } from './unbind-sign-on.tsx'
import { UserSessions } from './user-sessions.tsx'
import styles from './user-dialog.module.css'

/** Whose state it is, and what brings the user back: nothing that is saved here (docs/decisions/0048). */
function Deactivated({ user, isHere }: { readonly user: User; readonly isHere: boolean }) {
  const { firstname } = user
  const directory = isHere ? 'The directory of this account' : 'The directory of their own account'
  return (
    <p role="note">
      {`${directory} ${user.in_directory ? 'deactivated' : 'removed'} ${firstname}, who cannot sign in. `}
      {`The directory alone makes ${firstname} active again: ${user.in_directory ? 'activate them there' : 'assign them there again'}. `}
      {isHere ? 'Role and names can be changed now; password and username wait until then.' : null}
    </p>
  )
}

/** When a user last signed in, and the open sessions; those of a super admin are for super admins. */
export function SignIns({ me, user }: { readonly me: CurrentUser; readonly user: User }) {
  const zone = useZone()
  const { uid, firstname, last_sign_in_at: last } = user
  // an admin's own sessions would end
  const isTheirs =
    uid !== me.uid &&
    user.home_pm_dsh_ud === me.pm_dsh_ud &&
    (user.role_id !== ROLE_IDS.superAdmin || me.is_super_admin)
  return (
    <section className={styles['signIns']} aria-label="Sign-ins">
      <h3>Sign-ins</h3>
      <p>{last === null ? 'Never signed in.' : <>Last sign-in {dateTimeText(Date.parse(last), zone.name)}.</>}</p>
      {user.is_active ? null : <Deactivated user={user} isHere={user.home_pm_dsh_ud === me.pm_dsh_ud} />}
      {user.signs_on && isTheirs ? <UnbindSignOn user={user} /> : null}
      {user.role_id === ROLE_IDS.superAdmin && !me.is_super_admin ? null : (
        <UserSessions uid={uid} name={firstname} isGuest={user.home_pm_dsh_ud !== me.pm_dsh_ud && !me.is_super_admin} />
      )}
    </section>
  )
}
