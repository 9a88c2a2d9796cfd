import { may } from '@desk/schema/permissions/permissions'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useUser } from '#runtime/hooks/use-session.ts'
import styles from './admin-nav.module.css'

const PAGES = [
  { group: 'People', to: '/admin/users', label: 'Users', permission: 'manage users' },
  { group: 'People', to: '/admin/single-sign-on', label: 'Single sign-on', permission: 'manage single sign-on' },
  {
    group: 'People',
    to: '/admin/supplier-accounts',
    label: 'Supplier accounts',
    permission: 'manage supplier accounts',
  },
  { group: 'People', to: '/admin/api-keys', label: 'API keys', permission: 'manage API keys' },
  { group: 'Account', to: '/admin/business-unit', label: 'Business units', permission: 'edit business units' },
  { group: 'Account', to: '/admin/rate-card-templates', label: 'Rate cards', permission: 'read rate cards' },
  { group: 'Account', to: '/admin/logo', label: 'Logo', permission: 'set the logo' },
  { group: 'Account', to: '/admin/audit-log', label: 'Audit log', permission: 'read the audit log' },
  { group: 'Account', to: '/admin/privacy', label: 'Privacy', permission: 'manage privacy' },
  { group: 'Quality', to: '/admin/defender-rules', label: 'Defender rules', permission: 'manage Defender rules' },
  { group: 'Quality', to: '/admin/block-list', label: 'Block list', permission: 'manage Defender rules' },
  { group: 'Quality', to: '/admin/return-hashing', label: 'Return hashing', permission: 'manage return hashing' },
  {
    group: 'Quality',
    to: '/admin/quality-questions',
    label: 'Quality questions',
    permission: 'manage quality questions',
  },
  { group: 'Notifications', to: '/admin/alert-rules', label: 'Alert rules', permission: 'manage alert rules' },
  { group: 'Notifications', to: '/admin/webhooks', label: 'Webhooks', permission: 'manage webhooks' },
  { group: 'Desk', to: '/admin/accounts-management', label: 'Accounts', permission: 'manage accounts' },
  { group: 'Desk', to: '/admin/accounts-features', label: 'Features', permission: 'manage features' },
  { group: 'Desk', to: '/admin/platform', label: 'Platform', permission: 'edit the platform' },
] as const
const GROUPS = ['People', 'Account', 'Quality', 'Notifications', 'Desk'] as const

/** Pages of a tab that are beside its path. */
const BESIDE: Readonly<Record<string, string>> = { '/admin/accounts-creation': '/admin/accounts-management' }

/** The navigation of the admin pages (§2.25): a grouped list beside them. On a narrow screen it is one line above them, which scrolls to the present page by itself. */
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
      {GROUPS.map(group => {
        const mine = PAGES.filter(page => page.group === group && user !== null && may(user, page.permission))
        return mine.length === 0 ? null : (
          <div key={group} role="group" aria-label={group} className={styles['group']}>
            <span aria-hidden className={styles['name']}>
              {group}
            </span>
            {mine.map(({ to, label }) => (
              <Link key={to} to={to} {...(BESIDE[path] === to ? { 'aria-current': 'page' } : {})}>
                {label}
              </Link>
            ))}
          </div>
        )
      })}
    </nav>
  )
}
