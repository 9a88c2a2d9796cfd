import styles from './empty-state.module.css'

export interface EmptyStateProps {
  title: string
  /** The purpose of this place. */
  children: React.ReactNode
  icon?: React.ReactNode
  /** The first step: a button or a link. */
  action?: React.ReactNode
}

/** An empty list: says so (§8.3), what it is for, and offers the first step. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      {icon ? <span className={styles['icon']}>{icon}</span> : null}
      <p className={styles['records']}>No Records Found.</p>
      <h2>{title}</h2>
      <p className={styles['text']}>{children}</p>
      {action}
    </div>
  )
}
