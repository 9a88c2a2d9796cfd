'use no memo'

import { effectiveLabel, type HeldBy } from '@desk/schema/statuses/held-by'
import type { StatusCode, StatusScope } from '@desk/schema/statuses/status'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, History } from 'lucide-react'
import { useContext, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { useStatusChanges } from '#runtime/hooks/use-status-change.ts'
import { useChangeSearch } from '#runtime/hooks/use-url-search.ts'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import type { MenuItem } from '#ui/menu-list.tsx'
import { NOT_RECORDED_TEXT, RecordedContext } from '#ui/recorded.ts'
import { EffectiveStatus } from './effective-status.tsx'
import { historySearch } from './history-search.ts'
import {
  askedStatus,
  HISTORY_ITEM,
  LAUNCH_ITEM,
  launchItems,
  statusMenuItems,
  waitingMenuItems,
} from './status-menu-items.ts'
import { openLaunch } from './overlay-subjects.ts'
import { preloadStatusOverlays } from './status-overlays.tsx'
import { reasonWords, whoWords } from './status-words.ts'
import styles from './status-menu.module.css'

export interface StatusMenuProps {
  scope: StatusScope
  id: number
  name: string
  statusid: StatusCode
  reason: string | null
  changedBy: string | null
  /** The object above it that blocks traffic; null or absent: none. */
  heldBy?: HeldBy | null
}

const HISTORY: MenuItem = { id: HISTORY_ITEM, label: 'Status history', icon: <History aria-hidden /> }

/**
 * The status of a project, survey or source with why and by whom; a press opens the allowed and the blocked statuses,
 * with reasons, as the platform gives them at that moment.
 */
export function StatusMenu({ scope, id, name, statusid, reason, changedBy, heldBy = null }: StatusMenuProps) {
  const desk = useDesk()
  const mayChange = useMayCall('statuses.change')
  const [isOpen, setOpen] = useState(false)
  const { data: options, error } = useQuery({
    ...desk.query('statuses.options', { params: { scope, id } }),
    enabled: isOpen && mayChange,
    staleTime: 0,
    gcTime: 0,
  })
  const { change } = useStatusChanges()
  const changeSearch = useChangeSearch()
  const isRecorded = useContext(RecordedContext)
  const label = effectiveLabel(statusid, heldBy)
  const note = [reasonWords(reason), `by ${whoWords(changedBy)}`].filter(Boolean).join(' · ')
  const items = mayChange
    ? [
        ...(options
          ? [...statusMenuItems(options), ...launchItems(options)]
          : waitingMenuItems(statusid, error ? failureMessage(error) : null)),
        HISTORY,
      ]
    : [HISTORY]

  // what it says of a thing came from the server
  if (isRecorded) return <span className={styles['note']}>{`Status: ${NOT_RECORDED_TEXT.toLowerCase()}`}</span>

  const choose = (itemId: string) => {
    if (itemId === HISTORY_ITEM) {
      changeSearch(historySearch({ scope, id, name }))
      return
    }
    if (itemId === LAUNCH_ITEM) {
      openLaunch({ scope, id, name })
      return
    }
    const to = options ? askedStatus(itemId, options) : null
    if (options === undefined || to === null) return
    const { status, effects } = options
    change.send({
      type: 'status.changeRequested',
      scope,
      id,
      name,
      from: status.statusid,
      to,
      version: status.version,
      effects,
    })
  }

  return (
    <LazyMenu
      label={`Status of ${name}`}
      heading={mayChange ? `Change the status of ${name}` : `Status of ${name}`}
      onOpenChange={open => {
        setOpen(open)
        if (open) preloadStatusOverlays()
      }}
      items={items}
      onAction={choose}
    >
      {trigger => (
        <AriaButton
          {...trigger}
          className={styles['trigger']!}
          aria-label={`Status of ${name}: ${label}, ${note}${mayChange ? '. Change' : ''}`}
        >
          <span className={styles['pill']} title={heldBy === null ? note : `${label} · ${note}`}>
            <EffectiveStatus statusid={statusid} reason={reason} heldBy={heldBy} />
          </span>
          <ChevronDown size={14} aria-hidden className={styles['chevron']} />
          {reason === null ? null : <span className={styles['note']}>{reasonWords(reason)}</span>}
        </AriaButton>
      )}
    </LazyMenu>
  )
}
