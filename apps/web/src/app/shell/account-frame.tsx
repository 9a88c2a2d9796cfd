import { Outlet } from '@tanstack/react-router'
import { useConfig } from '#runtime/hooks/use-config.ts'
import styles from './account-frame.module.css'
import { Footer } from './footer.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { OutdatedBanner } from './outdated-banner.tsx'

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The frame of the pages outside a session, and of screens in place of all others: the product's name, the page, the
 * footer.
 */
export function AccountFrame({ children = <Outlet /> }: { readonly children?: React.ReactNode }) {
  const { provider } = useConfig()
  return (
    <div className={styles['page']}>
      <OutdatedBanner />
      <OfflineBanner zone={browserZone} />
      <main className={styles['main']}>
        <p className={styles['brand']}>{provider.name}</p>
        {children}
      </main>
      <Footer />
    </div>
  )
}
