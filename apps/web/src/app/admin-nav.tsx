import { Link } from '@tanstack/react-router'
import { useUser } from '#runtime/hooks/use-session.ts'
import styles from './admin-nav.module.css'

const PAGES = [
  { to: '/admin/users', label: 'Users', isForDesk: false },
  { to: '/admin/quality-questions', label: 'Quality questions', isForDesk: false },
  { to: '/admin/return-hashing', label: 'Return hashing', isForDesk: true },
] as const

/** The admin pages that there are (§2.25), over each of them. */
export function AdminNav() {
  const isDesk = useUser()?.account_type === 'DESK'
  return (
    <nav className={styles['nav']} aria-label="Administration">
      {PAGES.filter(({ isForDesk }) => isDesk || !isForDesk).map(({ to, label }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
