import { may } from '@desk/schema/permissions/permissions'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useUser } from '#runtime/hooks/use-session.ts'
import styles from './admin-nav.module.css'

const PAGES = [
  { to: '/admin/users', label: 'Users', permission: 'manage users' },
  { to: '/admin/quality-questions', label: 'Quality questions', permission: 'manage quality questions' },
  { to: '/admin/webhooks', label: 'Webhooks', permission: 'manage webhooks' },
  { to: '/admin/alert-rules', label: 'Alert rules', permission: 'manage alert rules' },
  { to: '/admin/defender-rules', label: 'Defender rules', permission: 'manage Defender rules' },
  { to: '/admin/block-list', label: 'Block list', permission: 'manage Defender rules' },
  { to: '/admin/return-hashing', label: 'Return hashing', permission: 'manage return hashing' },
  { to: '/admin/api-keys', label: 'API keys', permission: 'manage API keys' },
  { to: '/admin/single-sign-on', label: 'Single sign-on', permission: 'manage single sign-on' },
  { to: '/admin/business-unit', label: 'Business units', permission: 'edit business units' },
  { to: '/admin/rate-card-templates', label: 'Rate cards', permission: 'manage rate cards' },
  { to: '/admin/supplier-accounts', label: 'Supplier accounts', permission: 'manage supplier accounts' },
  { to: '/admin/logo', label: 'Logo', permission: 'set the logo' },
  { to: '/admin/accounts-management', label: 'Accounts', permission: 'manage accounts' },
  { to: '/admin/audit-log', label: 'Audit log', permission: 'read the audit log' },
  { to: '/admin/accounts-features', label: 'Features', permission: 'manage features' },
  { to: '/admin/platform', label: 'Platform', permission: 'edit the platform' },
] as const

/** Pages of a tab that are beside its path. */
const BESIDE: Readonly<Record<string, string>> = { '/admin/accounts-creation': '/admin/accounts-management' }

/** The navigation above the admin pages (§2.25). On a phone it is one line: what does not fit is scrolled to, the present page by itself. */
export function AdminNav() {
  const user = useUser()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const nav = useRef<HTMLElement>(null)
  const shown = BESIDE[path] ?? PAGES.find(({ to }) => `${path}/`.startsWith(`${to}/`))?.to
  useEffect(() => {
    if (nav.current === null || shown === undefined) return
    // the link's own mark may come later than this
    const link = [...nav.current.querySelectorAll('a')].find(({ href }) => href.endsWith(shown))
    // as it begins, and whenever the line becomes shorter or longer
    const line = new ResizeObserver(() => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    line.observe(nav.current)
    return () => line.disconnect()
  }, [shown, user])
  return (
    <nav ref={nav} className={styles['nav']} aria-label="Administration">
      {PAGES.filter(({ permission }) => user !== null && may(user, permission)).map(({ to, label }) => (
        <Link key={to} to={to} {...(BESIDE[path] === to ? { 'aria-current': 'page' } : {})}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
