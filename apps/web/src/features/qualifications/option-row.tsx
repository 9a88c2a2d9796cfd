import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { memo, useState } from 'react'
import { showToast } from '#ui/toasts.ts'
import { numberOrNull, refusalOf } from '#kit/forms/typed-number.ts'
import type { OptionField, OptionRow } from './option-rows.ts'
import styles from './option-table.module.css'

/** The actions on options; the same object between renders, so that only changed rows render. */
export interface OptionEdits {
  readonly change: (key: string, field: OptionField, value: string) => void
  /** Moves the option of the key to a place, the first one 0. */
  readonly move: (key: string, to: number) => void
  readonly remove: (key: string) => void
  /** The dragged option is over another one; null: over none. */
  readonly dragStart: (key: string) => void
  readonly dragOver: (index: number) => void
  readonly drop: () => void
  /** The drag ended; an option that was not dropped stays where it was. */
  readonly dragEnd: () => void
}

interface OptionRowProps {
  readonly row: OptionRow
  readonly index: number
  readonly count: number
  readonly top: number
  readonly edits: OptionEdits | null
  readonly faults: Readonly<Partial<Record<OptionField, string>>> | undefined
  /** The drop target. */
  readonly isTarget: boolean
}

const FIELDS: readonly (readonly [OptionField, string])[] = [
  ['precode', 'Precode'],
  ['name', 'Option name'],
  ['english', 'English name'],
]

/** The option's place: typing another number moves it there. */
function Place({
  index,
  count,
  move,
}: {
  readonly index: number
  readonly count: number
  readonly move: (to: number) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const settle = () => {
    if (typed === null) return
    const to = numberOrNull(typed)
    setTyped(null)
    if (to !== null && Number.isInteger(to) && to >= 1) move(Math.min(to, count) - 1)
    else if (typed.trim() !== '')
      void showToast({ type: 'error', message: refusalOf(typed) ?? `A place is a whole number from 1 to ${count}` })
  }
  return (
    <input
      className={styles['place']}
      aria-label={`Place of option ${index + 1}`}
      inputMode="numeric"
      value={typed ?? String(index + 1)}
      onChange={event => setTyped(event.target.value)}
      onBlur={settle}
      onKeyDown={event => {
        if (event.key === 'Enter') settle()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}

/** One option: edited in place, moved by its handle, its buttons, its number, or Alt with the arrow keys. */
export const OptionRowView = memo(function OptionRowView({
  row,
  index,
  count,
  top,
  edits,
  faults,
  isTarget,
}: OptionRowProps) {
  const said = faults === undefined ? [] : Object.values(faults)
  const faultId = `fault ${row.key}`.replaceAll(' ', '-')
  const number = index + 1
  if (edits === null) {
    return (
      <div
        role="row"
        aria-rowindex={number + 1}
        className={styles['line']}
        data-read
        style={{ transform: `translateY(${top}px)` }}
      >
        <span role="cell">{number}</span>
        {FIELDS.map(([field]) => (
          <span key={field} role="cell" className={styles['said']} title={row[field]}>
            {row[field]}
          </span>
        ))}
      </div>
    )
  }
  const move = (to: number) => edits.move(row.key, to)
  return (
    <div
      role="row"
      aria-rowindex={number + 1}
      className={styles['line']}
      data-option={row.key}
      {...(isTarget ? { 'data-target': true } : {})}
      style={{ transform: `translateY(${top}px)` }}
      onDragOver={() => edits.dragOver(index)}
      onKeyDown={event => {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
        if (!event.altKey || by === 0) return
        event.preventDefault()
        move(index + by)
      }}
    >
      <span role="cell" className={styles['moves']}>
        <span
          className={styles['handle']}
          draggable
          title="Drag to move"
          onDragStart={event => {
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', row.name)
            edits.dragStart(row.key)
          }}
          onDragEnd={edits.dragEnd}
        >
          <GripVertical size={16} aria-hidden />
        </span>
        <Place key={index} index={index} count={count} move={move} />
      </span>
      {FIELDS.map(([field, label]) => (
        <span key={field} role="cell" className={styles['cell']}>
          <input
            className={styles['input']}
            aria-label={`${label} of option ${number}`}
            data-part={field}
            value={row[field]}
            autoComplete="off"
            onChange={event => edits.change(row.key, field, event.target.value)}
            {...(faults?.[field] === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': faultId })}
          />
        </span>
      ))}
      <span role="cell" className={styles['buttons']}>
        <button
          type="button"
          className={styles['button']}
          aria-label={`Move option ${number} up`}
          title="Move up (Alt+↑)"
          data-part="up"
          aria-disabled={index === 0}
          onClick={() => move(index - 1)}
        >
          <ArrowUp size={16} aria-hidden />
        </button>
        <button
          type="button"
          className={styles['button']}
          aria-label={`Move option ${number} down`}
          title="Move down (Alt+↓)"
          data-part="down"
          aria-disabled={index === count - 1}
          onClick={() => move(index + 1)}
        >
          <ArrowDown size={16} aria-hidden />
        </button>
        <button
          type="button"
          className={styles['button']}
          aria-label={`Remove option ${number}`}
          title="Remove"
          data-part="remove"
          onClick={() => edits.remove(row.key)}
        >
          <X size={16} aria-hidden />
        </button>
      </span>
      {said.length === 0 ? null : (
        <span id={faultId} className={styles['fault']} title={said.join(' · ')}>
          {said.join(' · ')}
        </span>
      )}
    </div>
  )
})
