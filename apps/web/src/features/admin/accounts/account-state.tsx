import type { ManagedAccount } from '@desk/schema/accounts/managed-account'
import { Ban, CircleCheck } from 'lucide-react'
import styles from './accounts.module.css'

/** Whether an account is suspended, with a sign and in words. */
export function AccountState({ account }: { readonly account: Pick<ManagedAccount, 'suspended_at'> }) {
  const isSuspended = account.suspended_at !== null
  return (
    <span className={styles['state']} data-suspended={isSuspended || undefined}>
      {isSuspended ? <Ban size={12} aria-hidden /> : <CircleCheck size={12} aria-hidden />}
      {isSuspended ? 'Suspended' : 'Active'}
    </span>
  )
}
