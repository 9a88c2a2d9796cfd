import { Bell } from 'lucide-react'
import { Suspense, useState, useEffect } from 'react'
import { Popover } from '#ui/popover.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './alerts.module.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'

/** The bell is also read this often: alerts whose rest ends are not pushed. */
const READ_AGAIN_MS = 60_000

/** The number of unread alerts, as the server pushes it; undefined until it is known. */
function useUnread(): number | undefined {
  const desk = useDesk()
  const client = useQueryClient()
  useEffect(
    () =>
      desk.feed.onAlerts(() => {
        void client.invalidateQueries({ queryKey: ['alerts.unread'] })
        void client.invalidateQueries({ queryKey: ['alerts.list'] })
      }),
    [desk, client],
  )
  const { data } = useQuery({ ...desk.query('alerts.unread', {}), refetchInterval: READ_AGAIN_MS })
  return data?.unread
}

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
