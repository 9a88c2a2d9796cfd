'use no memo'

import type { StatusCode } from '@desk/schema/statuses/status'
import { useSyncExternalStore } from 'react'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import type { RowStore } from '#ui/table/row-store.ts'
import type { LiveRow } from './live-row.ts'
import { ALL_STATUSES, statusSegments } from './status-counts.ts'
import { statusOf } from './table-search.ts'
import styles from './status-filter.module.css'

export interface StatusFilterProps<Row extends LiveRow> {
  store: RowStore<Row>
  value: StatusCode | undefined
  onChange: (value: StatusCode | undefined) => void
}

/** Chips that filter a live table by status, each with the count of now. */
export function StatusFilter<Row extends LiveRow>({ store, value, onChange }: StatusFilterProps<Row>) {
  const subscribe = (listener: () => void) => {
    const stops = [store.subscribeRows(listener), store.subscribeChanges(listener)]
    return () => stops.forEach(stop => stop())
  }
  // Text, so that figures that change without any status do not render the chips again.
  const codes = useSyncExternalStore(subscribe, () =>
    store
      .rows()
      .map(({ statusid }) => statusid)
      .join(''),
  )
  return (
    <div className={styles['filter']}>
      <SegmentedControl
        label="Status"
        segments={statusSegments(
          codes.split('').flatMap(code => statusOf(code) ?? []),
          value,
        )}
        value={value === undefined ? ALL_STATUSES : String(value)}
        onChange={id => onChange(statusOf(id))}
      />
    </div>
  )
}
