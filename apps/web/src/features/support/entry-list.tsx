import type { Marker } from '@desk/machines/journal/markers'
import type { JournalEntry } from '@desk/schema/journal/entry'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef } from 'react'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { LANES, neighbour } from './moment-facts.ts'
import { durationText } from './times.ts'
import styles from './entry-list.module.css'

const ROW_PX = 28
const OVERSCAN = 12
/** The rows that PageUp and PageDown move. */
const PAGE_ROWS = 15

export interface EntryListProps {
  readonly entries: readonly JournalEntry[]
  readonly markers: readonly (Marker | null)[]
  /** The listed positions. */
  readonly walked: readonly number[]
  readonly position: number
  readonly startMs: number
  readonly differs: (position: number) => boolean
  readonly onChoose: (position: number) => void
}

/** The entries as a list to choose from; only visible rows are rendered. */
export function EntryList({ entries, markers, walked, position, startMs, differs, onChoose }: EntryListProps) {
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  // The listed entry at the position, or the one before an unlisted one.
  const active = walked.findLastIndex(each => each <= position)
  // oxlint-disable-next-line react/incompatible-library -- this component opts out of the compiler's memoisation
  const virtualizer = useVirtualizer({
    count: walked.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  })
  const heightPx = virtualizer.scrollRect?.height
  useEffect(() => {
    // also when the window was made smaller, so that the entry would be out of sight
    if (active >= 0) virtualizer.scrollToIndex(active, { align: 'auto' })
  }, [active, heightPx, virtualizer])

  const move = (rows: number) => {
    const to = walked[Math.min(walked.length - 1, Math.max(0, active + rows))]
    if (to !== undefined) onChoose(to)
  }
  const KEYS: Readonly<Record<string, () => void>> = {
    ArrowDown: () => {
      const to = neighbour(walked, position, 1)
      if (to !== null) onChoose(to)
    },
    ArrowUp: () => move(-1),
    PageDown: () => move(PAGE_ROWS),
    PageUp: () => move(-PAGE_ROWS),
    Home: () => move(-walked.length),
    End: () => move(walked.length),
  }
  return (
    <div
      ref={scroller}
      className={styles['list']}
      role="listbox"
      tabIndex={0}
      aria-label="Entries"
      {...(active >= 0 ? { 'aria-activedescendant': `${id}-${walked[active]}` } : {})}
      onKeyDown={event => {
        const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key]
        if (act === undefined) return
        event.preventDefault()
        act()
      }}
    >
      <div role="presentation" style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const at = walked[index] ?? 0
          const entry = entries[at - 1]
          if (entry === undefined) return null
          const marker = markers[at - 1] ?? null
          const label = LANES.find(lane => lane.marker === marker)?.label
          return (
            // The list takes the keys; a row is chosen with the pointer.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={at}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === position}
              aria-posinset={index + 1}
              aria-setsize={walked.length}
              className={styles['row']}
              title={`${entry.event.type} to ${entry.machine}`}
              data-marker={marker ?? undefined}
              data-active={index === active || undefined}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onChoose(at)}
            >
              <span className={styles['seq']}>{entry.seq}</span>
              <span className={styles['time']}>{durationText((entry.atMs - startMs) / 1_000)}</span>
              <span className={styles['mark']} aria-hidden />
              <span className={styles['event']}>{entry.event.type}</span>
              <span className={styles['machine']}>{entry.machine}</span>
              {label === undefined ? null : <VisuallyHidden>({label})</VisuallyHidden>}
              {differs(at) ? <span className={styles['differs']}>differs</span> : null}
            </div>
          )
        })}
      </div>
    </div>
  )
}
