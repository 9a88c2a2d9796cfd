import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { desk } from '../runtime/desk.ts'
import { useSingleKey } from '../runtime/hooks/use-single-key.ts'
import { LiveRegion } from '../ui/live-region.tsx'
import { showToast } from '../ui/toasts.ts'
import { Footer } from './footer.tsx'
import { OutdatedBanner } from './outdated-banner.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import styles from './shell.module.css'

const CONTENT_ID = 'content'

const loadUserDrawer = async () => ({ default: (await import('./user-drawer.tsx')).UserDrawer })

/** What opens over the page is no part of the first load. */
const OVERLAYS = {
  user: lazy(loadUserDrawer),
  help: lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog })),
} as const

function Overlay({ name, isOpen, onClose }: { readonly name: keyof typeof OVERLAYS; readonly isOpen: boolean; readonly onClose: () => void }) {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  const Content = OVERLAYS[name]
  return wasOpened ? (
    <Suspense fallback={null}>
      <Content isOpen={isOpen} onClose={onClose} />
    </Suspense>
  ) : null
}

/** One can sign out without a network, too: what that needs is here before it is needed. */
function useWayOut(): void {
  const router = useRouter()
  useEffect(() => {
    desk
      .firstScreenShown()
      .then(() => Promise.all([loadUserDrawer(), router.preloadRoute({ to: '/login' })]))
      // Loaded when it is opened, then.
      .catch(() => undefined)
  }, [router])
}

/** A link that could not be followed is told of where one lands, which may be the very page that one was on (§2.31). */
function useLinkError(): void {
  const router = useRouter()
  useEffect(() => {
    const tell = () => {
      const problem = desk.stored.takeLinkRedirectError()
      if (problem !== null) void showToast({ type: 'error', message: problem })
    }
    tell()
    return router.subscribe('onResolved', tell)
  }, [router])
}

/** Everything around a page inside a session (§2.34–2.39). */
export function Shell() {
  const [overlay, setOverlay] = useState<keyof typeof OVERLAYS | null>(null)
  const openUserMenu = () => setOverlay('user')
  const close = () => setOverlay(null)
  useWayOut()
  useLinkError()
  useSingleKey('?', () => setOverlay('help'))
  return (
    <div className={styles['shell']}>
      <button type="button" className={styles['skip']} onClick={() => document.getElementById(CONTENT_ID)?.focus()}>
        Skip to the page
      </button>
      <Sidebar onOpenUserMenu={openUserMenu} />
      <div className={styles['area']}>
        <TopBar onOpenUserMenu={openUserMenu} />
        <OutdatedBanner />
        <main id={CONTENT_ID} tabIndex={-1} className={styles['page']}>
          <Outlet />
        </main>
        <Footer />
      </div>
      <Overlay name="user" isOpen={overlay === 'user'} onClose={close} />
      <Overlay name="help" isOpen={overlay === 'help'} onClose={close} />
      <LiveRegion />
    </div>
  )
}
