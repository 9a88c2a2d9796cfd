import type { LucideIcon } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'
import styles from './short-list.module.css'

/** An act on a row: the icon, and the words before the row's name. */
type RowAct = readonly [icon: LucideIcon, label: string]

/** The buttons at the end of a row of a short list, in the order of `acts`. */
export function RowActs<Act extends string>({
  name,
  acts,
  onAct,
}: {
  /** The row's name. */
  readonly name: string
  readonly acts: readonly (readonly [act: Act, ...of: RowAct])[]
  readonly onAct: (act: Act) => void
}) {
  return (
    <span className={styles['acts']}>
      {acts.map(([act, Icon, label]) => (
        <IconButton key={act} label={`${label} ${name}`} size="small" onPress={() => onAct(act)}>
          <Icon aria-hidden />
        </IconButton>
      ))}
    </span>
  )
}
