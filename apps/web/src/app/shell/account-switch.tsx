import { switchError, switchingTo } from '@desk/machines/account-switch/account-switch.selectors'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { APP_SHELL_QUERY } from '#runtime/query.ts'
import { ComboBox } from '#ui/combo-box.tsx'
import { showToast } from '#ui/toasts.ts'
import { accountChoices } from './switchable-accounts.ts'
import styles from './user-drawer.module.css'

/** Switches to another account of the user (§2.39, §4.9). */
export function AccountSwitch({ user }: { readonly user: CurrentUser }) {
  const desk = useDesk()
  const all = useQuery({
    ...desk.query('accounts.list', { query: { limit: 1000 } }),
    ...APP_SHELL_QUERY,
    enabled: user.is_super_admin,
  })
  const to = useSelector(desk.accountSwitch, switchingTo)
  const refusal = useSelector(desk.accountSwitch, switchError)
  useEffect(() => {
    if (refusal !== null) void showToast({ type: 'error', message: refusal })
  }, [refusal])
  const choices = accountChoices(user, all.data ?? null)
  return (
    <div>
      <ComboBox
        label="Switch Account"
        options={choices}
        value={String(to ?? user.pm_dsh_ud)}
        onChange={id => {
          desk.accountSwitch.send({
            type: 'account.switchRequested',
            pm_dsh_ud: Number(id),
            fromDshUd: user.pm_dsh_ud,
            loginParentDshUd: user.login_pm_parent_dsh_ud,
          })
        }}
        // Not disabled during the switch: the field would lose the focus, and open its list when it gets it back.
        {...(refusal === null ? {} : { errorMessage: refusal })}
      />
      <span role="status" className={styles['username']}>
        {to === null ? '' : 'Switching…'}
      </span>
    </div>
  )
}
