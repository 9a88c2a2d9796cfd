import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FreezeButton } from '#ui/freeze-button.tsx'
import { FreshnessLabel } from '#ui/freshness-label.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { announce } from '#ui/live-region.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import styles from './gallery.module.css'
import { Section } from './section.tsx'

export function TellingSection() {
  const [isFrozen, setFrozen] = useState(false)
  return (
    <Section title="Telling">
      <Banner action={{ label: 'Reload', onPress: () => location.reload() }}>
        We’ve updated the app! Please reload to use the latest version.
      </Banner>
      <Banner tone="warning" onDismiss={() => undefined}>
        Figures are older than a minute.
      </Banner>
      <div className={styles['line']}>
        <StatusPill colourKey="DRAFT" />
        <StatusPill colourKey="LIVE" />
        <StatusPill colourKey="PAUSED" reason="redirects under repair" who="Ana Silva" />
        <StatusPill colourKey="AUTO_PAUSED" reason="target reached" who="system" />
        <StatusPill colourKey="COMPLETE" />
        <StatusPill colourKey="CANCELLED" />
        <StatusPill colourKey="CLICKS" reason="clicks target reached" who="system" layout="stack" />
      </div>
      <div className={styles['line']}>
        <FreshnessLabel state="live" ageSeconds={2} />
        <FreshnessLabel state="delayed" ageSeconds={14} />
        <FreshnessLabel state="stale" ageSeconds={75} />
        <FreshnessLabel state="loading" ageSeconds={null} />
        <FreshnessLabel state="offline" ageSeconds={400} since="14:02" />
        <FreshnessLabel state="frozen" ageSeconds={30} since="14:02" waitingCount={9} />
        <FreezeButton isFrozen={isFrozen} onChange={setFrozen} />
        <Kbd>⌘K</Kbd>
        <Spinner label="Signing in" />
        <Avatar firstname="Ana" lastname="Silva" />
        <Button size="small" onPress={() => announce('Source 7 is now Paused', 'status')}>
          Announce
        </Button>
        <ProgressBar label="Completes of target" value={40} target={200} />
        <ProgressBar label="Completes of target, over" value={400} target={200} />
      </div>
      <div className={styles['rail']}>Sidebar text</div>
      <div className={styles['columns']}>
        <EmptyState
          title="No projects yet"
          icon={<Inbox aria-hidden size={32} />}
          action={<Button variant="primary">New project</Button>}
        >
          A project holds the surveys of one study, its target and its dates.
        </EmptyState>
        <ErrorState title="The projects did not load" requestId="01J9-7QK2" onRetry={() => undefined}>
          The server did not answer in time. Your filters are kept; try again.
        </ErrorState>
        <Skeleton label="Loading projects" lines={5} />
      </div>
    </Section>
  )
}
