'use no memo'

import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useAfterFirstScreen } from '#runtime/hooks/use-first-screen.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useFreshness } from '#runtime/hooks/use-freshness.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useTimeZones } from '#runtime/hooks/use-time-zones.ts'
import { APP_SHELL_QUERY } from '#runtime/query.ts'
import { Avatar } from '#ui/avatar.tsx'
import { hourText } from '#ui/format/times.ts'
import { FreezeButton } from '#ui/freeze-button.tsx'
import { FreshnessLabel } from '#ui/freshness-label.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { takeCrumbSlot } from '#kit/heads/crumb-slot.ts'
import styles from './top-bar.module.css'

/**
 * The freshness of the page's figures, and the switch that freezes them (WCAG 2.2.2). A page without figures only shows when it
 * is offline.
 */
function Freshness() {
  const { state, ageSeconds, sinceMs, isFrozen, waitingCount, hasTopics, setFrozen } = useFreshness()
  const { ownName } = useTimeZones()
  if (!hasTopics && state !== 'offline') return null
  return (
    <div className={styles['freshness']}>
      <FreshnessLabel
        state={state}
        ageSeconds={ageSeconds}
        since={sinceMs === null ? null : hourText(sinceMs, ownName)}
        waitingCount={waitingCount}
      />
      {hasTopics ? <FreezeButton isFrozen={isFrozen} onChange={setFrozen} /> : null}
    </div>
  )
}

/** The account's logo; a placeholder while it loads, the account's name when there is none (§2.39). */
export function AccountLogo({ accountId, name }: { readonly accountId: number; readonly name: string }) {
  const desk = useDesk()
  const { data, isPending } = useQuery({
    ...desk.query('accounts.logo', { params: { id: accountId } }),
    ...APP_SHELL_QUERY,
    staleTime: Infinity,
  })
  if (isPending) {
    return (
      <span className={styles['placeholder']}>
        <Skeleton label="Loading the account's logo" />
      </span>
    )
  }
  const logo = data?.data ?? null
  return logo === null ? (
    <span className={styles['name']}>{name}</span>
  ) : (
    <img className={styles['logo']} src={logo} alt={name} />
  )
}

const AlertBell = lazyOverlay(
  async () => ({ default: (await import('#features/alerts/alert-bell.tsx')).AlertBell }),
  'The bell',
  () => {},
)

/** The bell comes after the first screen. */
function Bell() {
  useAfterFirstScreen()
  return <AlertBell />
}

/** The bar over the page: account logo, path to the page, freshness, the user (§2.35, §2.39, day.md §1). */
export function TopBar({
  onOpenUserMenu,
  onOpenPalette,
}: {
  readonly onOpenUserMenu: () => void
  readonly onOpenPalette: () => void
}) {
  const user = useUser()
  if (user === null) return null
  return (
    <header className={styles['bar']}>
      <AccountLogo accountId={user.pm_dsh_ud} name={user.dashboard_name} />
      <div ref={takeCrumbSlot} className={styles['path']} />
      <Freshness />
      {user.account_type === 'DESK' ? (
        <span className={styles['bell']}>
          <Suspense fallback={null}>
            <Bell />
          </Suspense>
        </span>
      ) : null}
      <button
        type="button"
        className={styles['goTo']}
        onClick={onOpenPalette}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        Go to… <Kbd>Ctrl K</Kbd>
      </button>
      <button
        type="button"
        className={styles['avatar']}
        onClick={onOpenUserMenu}
        aria-haspopup="dialog"
        aria-label={`${user.firstname} ${user.lastname}: open the user menu`}
      >
        <Avatar firstname={user.firstname} lastname={user.lastname} />
      </button>
    </header>
  )
}
