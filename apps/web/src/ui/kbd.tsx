import styles from './kbd.module.css'

/** A key, as written on it. */
export function Kbd({ children }: { children: React.ReactNode }) {
  return <kbd className={styles['kbd']}>{children}</kbd>
}
