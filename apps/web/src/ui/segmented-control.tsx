import { ToggleButton, ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import styles from './segmented-control.module.css'

export interface Segment<Id extends string> {
  id: Id
  label: string
  /** Shown in place of the label, which stays the accessible name. */
  icon?: React.ReactNode
  isDisabled?: boolean
}

export interface SegmentedControlProps<Id extends string> {
  /** The subject of the choice: the accessible name of the group. */
  label: string
  segments: readonly Segment<Id>[]
  value: Id
  onChange: (id: Id) => void
}

/** One of a few choices, all in sight: view, density, hourly or daily. Arrow keys move, one is always chosen. */
export function SegmentedControl<Id extends string>({ label, segments, value, onChange }: SegmentedControlProps<Id>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={styles['group']!}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={keys => {
        const chosen = segments.find(segment => keys.has(segment.id))
        if (chosen) onChange(chosen.id)
      }}
    >
      {segments.map(segment => (
        <ToggleButton
          key={segment.id}
          id={segment.id}
          className={styles['segment']!}
          isDisabled={segment.isDisabled ?? false}
          {...(segment.icon ? { 'aria-label': segment.label } : {})}
        >
          {segment.icon ?? segment.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
