import { countText } from '#ui/format/figures.ts'
import styles from './figures.module.css'

export const counted = (count: number, noun: string): string => `${countText(count)} ${noun}${count === 1 ? '' : 's'}`

/** One figure of the strip above the list, with what it is of. */
export function Figure({
  name,
  value,
  shown = value,
  note,
  hint = note,
  children,
}: {
  readonly name: string
  readonly value: string
  /** The value as it is drawn; left out: its text. */
  readonly shown?: React.ReactNode
  readonly note: string
  /** The tooltip of the note; left out: the note itself. */
  readonly hint?: string
  readonly children?: React.ReactNode
}) {
  return (
    <div className={styles['figure']}>
      <dt>{name}</dt>
      <dd className={styles['value']} title={value}>
        <span className={styles['text']}>{shown}</span>
        {children}
      </dd>
      <dd className={styles['note']} title={hint}>
        {note}
      </dd>
    </div>
  )
}
