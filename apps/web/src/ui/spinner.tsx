import styles from './spinner.module.css'

/** A small turning ring for something that runs. Not for data that loads: that keeps the old figures, or a Skeleton. */
export function Spinner({ label, size = 16 }: { label: string; size?: number }) {
  return (
    <span role="img" aria-label={label} className={styles['spinner']} style={{ inlineSize: size, blockSize: size }} />
  )
}
