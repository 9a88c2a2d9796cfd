import styles from './visually-hidden.module.css'

/** For screen readers only. */
export function VisuallyHidden({ children, id }: { children: React.ReactNode; id?: string }) {
  return (
    <span id={id} className={styles['hidden']}>
      {children}
    </span>
  )
}
