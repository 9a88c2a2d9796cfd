import { useQuery } from '@tanstack/react-query'
import { desk } from '../runtime/desk.ts'
import { useFreshness } from '../runtime/hooks/use-freshness.ts'
import { useUser } from '../runtime/hooks/use-session.ts'
import { APP_SHELL_QUERY } from '../runtime/query.ts'
import { Avatar } from '../ui/avatar.tsx'
import { FreezeButton } from '../ui/freeze-button.tsx'
import { FreshnessLabel } from '../ui/freshness-label.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './top-bar.module.css'

/** How fresh the page's figures are, and holding them still (WCAG 2.2.2). Nothing while the page has none. */
function Freshness() {
  const { state, ageSeconds, isFrozen, waitingCount, hasTopics, setFrozen } = useFreshness()
  if (!hasTopics) return null
  return (
    <div className={styles['freshness']}>
      <FreshnessLabel state={isFrozen ? 'frozen' : state} ageSeconds={ageSeconds ?? 0} />
      <FreezeButton isFrozen={isFrozen} waitingCount={waitingCount} onChange={setFrozen} />
    </div>
  )
}

/** The account's logo; a placeholder while it loads, the account's name when there is none (§2.39). */
export function AccountLogo({ accountId, name }: { readonly accountId: number; readonly name: string }) {
  const { data, isPending } = useQuery({ ...desk.query('accounts.logo', { params: { id: accountId } }), ...APP_SHELL_QUERY, staleTime: Infinity })
  if (isPending) {
    return (
      <span className={styles['placeholder']}>
        <Skeleton label="Loading the account's logo" />
      </span>
    )
  }
  const logo = data?.data ?? null
  return logo === null ? <span className={styles['name']}>{name}</span> : <img className={styles['logo']} src={logo} alt={name} />
}

/** The bar over the page: account logo, freshness, the user (§2.35, §2.39). */
export function TopBar({ onOpenUserMenu, onOpenPalette }: { readonly onOpenUserMenu: () => void; readonly onOpenPalette: () => void }) {
  const user = useUser()
  if (user === null) return null
  return (
    <header className={styles['bar']}>
      <AccountLogo accountId={user.pm_dsh_ud} name={user.dashboard_name} />
      <span className={styles['space']} />
      <Freshness />
      <button type="button" className={styles['goTo']} onClick={onOpenPalette} aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K">
        Go to… <Kbd>Ctrl K</Kbd>
      </button>
      <button type="button" className={styles['avatar']} onClick={onOpenUserMenu} aria-haspopup="dialog" aria-label={`${user.firstname} ${user.lastname}: open the user menu`}>
        <Avatar firstname={user.firstname} lastname={user.lastname} />
      </button>
    </header>
  )
}
