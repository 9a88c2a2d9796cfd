import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { desk } from '../runtime/desk.ts'
import { LiveRegion } from '../ui/live-region.tsx'
import { showToast } from '../ui/toasts.ts'
import { Footer } from './footer.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { UserDrawer } from './user-drawer.tsx'
import styles from './shell.module.css'

const CONTENT_ID = 'content'

/** Everything around a page inside a session (§2.34–2.39). */
export function Shell() {
  const [isUserMenuOpen, setUserMenuOpen] = useState(false)
  const openUserMenu = () => setUserMenuOpen(true)
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
        <main id={CONTENT_ID} tabIndex={-1} className={styles['page']}>
          <Outlet />
        </main>
        <Footer />
      </div>
      <UserDrawer isOpen={isUserMenuOpen} onClose={() => setUserMenuOpen(false)} />
      <HelpDialog />
      <LiveRegion />
    </div>
  )
}
