import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { LogoCard } from './logo-card.tsx'

/** The logo of the session's account; for its admins. */
export function LogoScreen() {
  useAppTitle('Logo')
  const me = useUser()
  if (me === null) return null
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Logo" />
      <LogoCard accountId={me.pm_dsh_ud} name={me.dashboard_name} />
    </div>
  )
}
