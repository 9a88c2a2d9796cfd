import { Check } from 'lucide-react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useId, useRef, useState } from 'react'
import styles from './quotas.module.css'

/** One answer that may be chosen. */
export interface AnswerOption {
  readonly code: string
  readonly name: string
}

export interface OptionListProps {
  label: string
  options: readonly AnswerOption[]
  chosen: ReadonlySet<string>
  onToggle: (code: string) => void
}

const ROW_HEIGHT = 28
const PAGE_ROWS = 8
const OVERSCAN_ROWS = 6

/** The row that a key moves to; null: none. */
function stepOf(key: string, at: number, last: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1)
    case 'ArrowUp':
      return Math.max(0, at - 1)
    case 'PageDown':
      return Math.min(last, at + PAGE_ROWS)
    case 'PageUp':
      return Math.max(0, at - PAGE_ROWS)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** A list of up to thousands of answers: only visible rows are rendered. Arrow keys move, the space bar chooses. */
export function OptionList({ label, options, chosen, onToggle }: OptionListProps) {
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [at, setAt] = useState(0)
  const active = Math.min(at, options.length - 1)
  // oxlint-disable-next-line react/incompatible-library -- this component opts out of the compiler's memoisation
  const virtualizer = useVirtualizer({
    count: options.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN_ROWS,
    initialRect: { width: 400, height: 240 },
    rangeExtractor: range => {
      const indexes = defaultRangeExtractor(range)
      return active < 0 || indexes.includes(active)
        ? indexes
        : [...indexes, active].toSorted((one, other) => one - other)
    },
  })
  const onKeyDown = (event: React.KeyboardEvent) => {
    const option = options[active]
    if (event.key === ' ' && option !== undefined) onToggle(option.code)
    const next = stepOf(event.key, active, options.length - 1)
    if (next !== null) {
      setAt(next)
      virtualizer.scrollToIndex(next)
    }
    if (next !== null || event.key === ' ') event.preventDefault()
  }
  if (options.length === 0) return <p className={styles['none']}>Nothing matches</p>
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-multiselectable
      aria-label={label}
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      className={styles['options']}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const option = options[index]
          if (option === undefined) return null
          const isChosen = chosen.has(option.code)
          return (
            <div
              key={option.code}
              id={`${id}-${index}`}
              role="option"
              aria-selected={isChosen}
              aria-setsize={options.length}
              aria-posinset={index + 1}
              className={styles['option']}
              data-active={index === active || undefined}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => {
                setAt(index)
                onToggle(option.code)
              }}
            >
              <span className={styles['box']} aria-hidden>
                {isChosen ? <Check size={12} strokeWidth={3} /> : null}
              </span>
              <span className={styles['optionName']}>{option.name}</span>
              <span className={styles['code']}>{option.code}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
