import styles from './spinner.module.css'

/** A spinner for a running action. Not for loading data, which keeps the old figures or shows a Skeleton. */
export function Spinner({ label, size = 16 }: { label: string; size?: number }) {
  return (
    <span role="img" aria-label={label} className={styles['spinner']} style={{ inlineSize: size, blockSize: size }} />
  )
}
