import { useRef, useState } from 'react'
import { gridTemplate, widthOf, type DataColumn } from './column.ts'
import styles from './column-resizer.module.css'

const LEAST_PX = 48
const MOST_PX = 800
const STEP_PX = 8

const inBounds = (px: number): number => Math.round(Math.min(MOST_PX, Math.max(LEAST_PX, px)))

export interface ColumnResizerProps<Row extends object> {
  readonly column: DataColumn<Row>
  /** The shown columns. */
  readonly columns: readonly DataColumn<Row>[]
  readonly onWidth: (columnId: string, px: number) => void
}

/** The edge of a head: a drag or the arrows set the width of its column, a double click or Enter fits it to its content (day.md §3). */
export default function ColumnResizer<Row extends object>({ column, columns, onWidth }: ColumnResizerProps<Row>) {
  const edge = useRef<HTMLSpanElement>(null)
  const drag = useRef<{ readonly fromX: number; readonly fromPx: number } | null>(null)
  const place = columns.findIndex(({ id }) => id === column.id)

  const widthNow = (): number => edge.current?.parentElement?.getBoundingClientRect().width ?? 0
  const scroller = (): HTMLElement | null => edge.current?.closest<HTMLElement>('[data-density]') ?? null
  /** Gives the column a track of its own until React writes the next one. */
  const preview = (track: string) =>
    scroller()?.style.setProperty(
      '--columns',
      columns.map((each, at) => (at === place ? track : gridTemplate([each]))).join(' '),
    )
  const fit = () => {
    const before = scroller()?.style.getPropertyValue('--columns') ?? ''
    preview('max-content')
    const lines = [...(scroller()?.querySelectorAll('[data-line]') ?? [])]
    const widest = Math.max(...lines.map(line => line.children[place]?.getBoundingClientRect().width ?? 0))
    scroller()?.style.setProperty('--columns', before)
    onWidth(column.id, inBounds(Math.ceil(widest)))
  }
  // a column without a width of its own takes the room that is left over
  const [measured, setMeasured] = useState(widthOf(column))
  const present = column.grow === 0 ? widthOf(column) : measured
  return (
    <span
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${column.header}`}
      aria-valuemin={LEAST_PX}
      aria-valuemax={MOST_PX}
      aria-valuenow={present}
      aria-valuetext={`${present} pixels`}
      title="Drag, or press the arrows, for another width; a double click fits the content"
      tabIndex={-1}
      className={styles['edge']}
      onPointerDown={event => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { fromX: event.clientX, fromPx: widthNow() }
      }}
      onPointerMove={event => {
        if (drag.current) preview(`${inBounds(drag.current.fromPx + event.clientX - drag.current.fromX)}px`)
      }}
      onPointerUp={event => {
        const { current } = drag
        drag.current = null
        if (current && event.clientX !== current.fromX)
          onWidth(column.id, inBounds(current.fromPx + event.clientX - current.fromX))
      }}
      onFocus={() => setMeasured(Math.round(widthNow()))}
      onDoubleClick={fit}
      onKeyDown={event => {
        const by = event.key === 'ArrowRight' ? STEP_PX : event.key === 'ArrowLeft' ? -STEP_PX : 0
        if (by !== 0) onWidth(column.id, inBounds(widthNow() + by))
        else if (event.key === 'Enter') fit()
        else return
        event.preventDefault()
      }}
    />
  )
}
