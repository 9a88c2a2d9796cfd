import { Bell } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Popover } from '#ui/popover.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './alerts.module.css'
import { useUnread } from './use-unread.ts'

const AlertPopover = lazyPart<{ readonly onLeave: () => void }>(
  async () => ({ default: (await import('./alert-popover.tsx')).AlertPopover }),
  'The alerts',
)

/** More than this is not counted out. */
const COUNTED_TO = 99

/** The bell with the number of unread alerts; it opens the newest ones. */
export function AlertBell() {
  const unread = useUnread() ?? 0
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={styles['bell']}>
      <Popover
        label="Alerts"
        placement="bottom end"
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <IconButton label={`Alerts, ${unread} unread`} hasTooltip={false}>
            <Bell aria-hidden />
          </IconButton>
        }
      >
        <Suspense fallback={<Skeleton label="Loading the alerts" height="36px" lines={3} />}>
          <AlertPopover onLeave={() => setOpen(false)} />
        </Suspense>
      </Popover>
      {unread === 0 ? null : (
        <span className={styles['count']} aria-hidden>
          {unread > COUNTED_TO ? `${COUNTED_TO}+` : unread}
        </span>
      )}
    </span>
  )
}
