import type { Marker } from '@desk/machines/journal/markers'
import type { JournalEntry } from '@desk/schema/journal/entry'
import { useMemo } from 'react'
import { LANES, marksOf } from './moment-facts.ts'
import styles from './replay-controls.module.css'

/** The number of slots of a lane. */
const SLOTS = 500

export interface TimelineProps {
  readonly entries: readonly JournalEntry[]
  readonly markers: readonly (Marker | null)[]
  readonly position: number
  readonly onChange: (position: number) => void
}

/** The whole session in order, with marks for errors, gaps, status changes and page changes. */
export function Timeline({ entries, markers, position, onChange }: TimelineProps) {
  const marks = useMemo(() => marksOf(markers, SLOTS), [markers])
  const entry = entries[position - 1]
  const share = entries.length === 0 ? 0 : (position / entries.length) * 100
  return (
    <div className={styles['timeline']}>
      <div className={styles['names']} aria-hidden>
        {LANES.map(({ marker, label }) => (
          <span key={marker}>{label}</span>
        ))}
      </div>
      <div className={styles['lanes']}>
        {LANES.map(({ marker }) => (
          <div key={marker} className={styles['lane']} data-marker={marker} aria-hidden>
            {marks[marker].map(at => (
              <span key={at} className={styles['mark']} style={{ insetInlineStart: `${at}%` }} />
            ))}
          </div>
        ))}
        <span className={styles['now']} style={{ insetInlineStart: `${share}%` }} aria-hidden />
        <input
          type="range"
          className={styles['slider']}
          aria-label="Place in the session"
          aria-valuetext={
            entry === undefined ? 'Before the first entry' : `Entry ${entry.seq}: ${entry.machine}, ${entry.event.type}`
          }
          min={0}
          max={entries.length}
          value={position}
          onChange={event => onChange(event.target.valueAsNumber)}
        />
      </div>
    </div>
  )
}
