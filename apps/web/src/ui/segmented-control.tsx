'use no memo'

import { useRef } from 'react'
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

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** One of a few choices, all in sight: view, density, hourly or daily. Arrow keys move, one is always chosen. */
export function SegmentedControl<Id extends string>({ label, segments, value, onChange }: SegmentedControlProps<Id>) {
  const group = useRef<HTMLDivElement>(null)
  const enabled = segments.filter(({ isDisabled }) => isDisabled !== true)
  /** Tab reaches one of them alone. */
  const reached = enabled.find(({ id }) => id === value) ?? enabled[0]
  const move = (event: React.KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    const buttons = [...(group.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])]
    const at = buttons.findIndex(button => button === document.activeElement)
    buttons[at + step]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={group} role="radiogroup" aria-label={label} className={styles['group']} onKeyDown={move}>
      {segments.map(segment => (
        <button
          key={segment.id}
          type="button"
          role="radio"
          aria-checked={segment.id === value}
          data-selected={segment.id === value || undefined}
          tabIndex={segment === reached ? 0 : -1}
          className={styles['segment']}
          disabled={segment.isDisabled ?? false}
          onClick={() => {
            if (segment.id !== value) onChange(segment.id)
          }}
          {...(segment.icon ? { 'aria-label': segment.label } : {})}
        >
          {segment.icon ?? segment.label}
        </button>
      ))}
    </div>
  )
}
