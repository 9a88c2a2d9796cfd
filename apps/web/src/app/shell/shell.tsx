'use no memo'

import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { ControlCentre } from '#features/defender/control-centre.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useHistoryStep } from '#runtime/hooks/use-history-step.ts'
import { useChangeSearch, useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useSingleKey } from '#runtime/hooks/use-single-key.ts'
import { lazyOverlay, lazyPart } from '#ui/lazy/lazy-part.tsx'
import { loadable } from '#ui/lazy/loadable.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { preloadToaster } from '#ui/toasts.ts'
import { Footer } from './footer.tsx'
import { holdKeys, releaseKeys } from './held-keys.ts'
import { SessionOfflineBanner } from './offline-banner.tsx'
import { OutdatedBanner } from './outdated-banner.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import styles from './shell.module.css'

const CONTENT_ID = 'content'

interface OverlayProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Called when it did not load; closes it. */
  readonly onMissing: () => void
}

const whenMissing = ({ onMissing }: OverlayProps) => onMissing()
const loadLinkError = loadable(() => import('./link-error.ts'))

/** Overlays are not part of the first load. */
const OVERLAYS = {
  user: lazyOverlay<OverlayProps>(
    async () => ({ default: (await import('./user-drawer.tsx')).UserDrawer }),
    'The user menu',
    whenMissing,
  ),
  palette: lazyOverlay<OverlayProps>(
    async () => ({ default: (await import('./palette.tsx')).Palette }),
    'Go to',
    whenMissing,
  ),
  help: lazyOverlay<OverlayProps>(
    async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }),
    'The help',
    whenMissing,
  ),
} as const

function Overlay({
  name,
  isOpen,
  onClose,
}: {
  readonly name: keyof typeof OVERLAYS
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  const Content = OVERLAYS[name]
  const giveUp = () => {
    setWasOpened(false)
    onClose()
  }
  return wasOpened ? (
    <Suspense fallback={null}>
      <Content isOpen={isOpen} onClose={onClose} onMissing={giveUp} />
    </Suspense>
  ) : null
}

/** Calls `act` when the key is pressed with ⌘, or with Ctrl, wherever the focus is. */
function useCommandKey(key: string, act: () => void): void {
  const latest = useEffectEvent(act)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // with Caps Lock the letter is a capital
      if (event.key.toLowerCase() !== key || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      latest()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key])
}

/** Preloads the overlays, so that signing out works without a network and the palette takes keys at once. */
function useLoadAhead(): void {
  const desk = useDesk()
  const router = useRouter()
  useEffect(() => {
    desk
      .firstScreenShown()
      .then(() =>
        Promise.all([
          OVERLAYS.user.preload(),
          OVERLAYS.palette.preload(),
          preloadToaster(),
          router.preloadRoute({ to: '/login' }),
        ]),
      )
      // Loaded when it is opened, then.
      .catch(() => undefined)
  }, [desk, router])
}

/** Reports a link that could not be followed on the page where the user lands, which may be the same page (§2.31). */
function useLinkError(): void {
  const desk = useDesk()
  const router = useRouter()
  useEffect(() => {
    const tell = () => {
      const problem = desk.stored.takeLinkRedirectError()
      if (problem !== null) void loadLinkError().then(({ tellLinkError }) => tellLinkError(desk, problem))
    }
    tell()
    return router.subscribe('onResolved', tell)
  }, [desk, router])
}

const SuspendedAccount = lazyPart(
  async () => ({ default: (await import('./suspended-account.tsx')).SuspendedAccount }),
  'The page',
)

/** Everything around a page inside a session (§2.34–2.39); of a suspended account one page in place of all. */
export function Shell() {
  const user = useUser()
  return user?.account_suspended === true ? (
    <Suspense fallback={null}>
      <SuspendedAccount user={user} />
    </Suspense>
  ) : (
    <OpenShell />
  )
}

/** The address opens the user's drawer, so that Back, a reload and the replay know of it (house.md §1.4). */
function UserOverlay() {
  const [search, change] = useUrlSearch()
  return <Overlay name="user" isOpen={search['drawer'] === 'user'} onClose={() => change({ drawer: undefined })} />
}

function OpenShell() {
  const [overlay, setOverlay] = useState<Exclude<keyof typeof OVERLAYS, 'user'> | null>(null)
  const change = useChangeSearch()
  const openUserMenu = () => change({ drawer: 'user' })
  const openPalette = () => {
    if (overlay !== 'palette') holdKeys()
    setOverlay('palette')
  }
  const close = () => {
    releaseKeys()
    setOverlay(null)
  }
  // Whatever happens to the palette, stop buffering keys.
  useEffect(() => () => void releaseKeys(), [])
  useHistoryStep(close)
  useLoadAhead()
  useLinkError()
  useSingleKey('?', () => setOverlay('help'))
  useCommandKey('k', openPalette)
  return (
    <div className={styles['shell']}>
      <button type="button" className={styles['skip']} onClick={() => document.getElementById(CONTENT_ID)?.focus()}>
        Skip to the page
      </button>
      <Sidebar onOpenUserMenu={openUserMenu} />
      <div className={styles['area']}>
        <TopBar onOpenUserMenu={openUserMenu} onOpenPalette={openPalette} />
        <OutdatedBanner />
        <SessionOfflineBanner />
        <main id={CONTENT_ID} tabIndex={-1} className={styles['page']}>
          <Outlet />
        </main>
        <Footer />
      </div>
      <UserOverlay />
      <Overlay name="palette" isOpen={overlay === 'palette'} onClose={close} />
      <Overlay name="help" isOpen={overlay === 'help'} onClose={close} />
      <ControlCentre />
      <LiveRegion />
    </div>
  )
}
