import { deepLinkOf, loginPath } from '@desk/machines/session/session.routes'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { buttonClass } from '#ui/button.tsx'
import { AccountCard } from './account-card.tsx'
import styles from './account.module.css'

/** After a 401 (§8.1): the user's page is remembered for the next sign-in (§2.4, §2.31). */
export function SessionExpiredScreen({ redirect }: { readonly redirect: string | null }) {
  useAppTitle('Session expired')
  const login = loginPath(redirect ?? '')
  const leadsBack = deepLinkOf(login).kind === 'link'
  return (
    <AccountCard title="Session expired">
      <p className={styles['hint']}>
        Your session has ended. Sign in again{leadsBack ? ' to go back to the page you were on.' : ' to go on.'}
      </p>
      <div className={styles['submit']}>
        <a className={buttonClass('primary')} href={`#${login}`}>
          Sign in again
        </a>
      </div>
    </AccountCard>
  )
}
