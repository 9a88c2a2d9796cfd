import { Outlet } from '@tanstack/react-router'
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

/** What opens over the page is no part of the first load. */
const OVERLAYS = {
  user: lazy(async () => ({ default: (await import('./user-drawer.tsx')).UserDrawer })),
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

/** Everything around a page inside a session (§2.34–2.39). */
export function Shell() {
  const [overlay, setOverlay] = useState<keyof typeof OVERLAYS | null>(null)
  const openUserMenu = () => setOverlay('user')
  const close = () => setOverlay(null)
  useSingleKey('?', () => setOverlay('help'))
  useEffect(() => {
    const problem = desk.stored.takeLinkRedirectError()
    if (problem !== null) void showToast({ type: 'error', message: problem })
  }, [])
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
