'use no memo'

import styles from './empty-state.module.css'

/** The text of a list without a match (§8.3). */
export const NO_RECORDS = 'No Records Found.'

export interface EmptyStateProps {
  /** Left out: nothing matches the filters (§8.3). */
  title?: string | undefined
  /** The purpose of this place. */
  children: React.ReactNode
  icon?: React.ReactNode
  /** The first step: a button or a link. */
  action?: React.ReactNode
}

/** An empty list: its purpose, and the first step. */
export function EmptyState({ title = NO_RECORDS, children, icon, action }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      {icon ? <span className={styles['icon']}>{icon}</span> : null}
      <h2>{title}</h2>
      <p className={styles['text']}>{children}</p>
      {action}
    </div>
  )
}
