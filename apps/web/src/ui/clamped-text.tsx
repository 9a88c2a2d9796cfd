import styles from './clamped-text.module.css'

/** A text clamped to the lines of a table row; the tooltip has the whole text. */
export function ClampedText({ children, title = children }: { readonly children: string; readonly title?: string }) {
  return (
    <span className={styles['text']} title={title}>
      {children}
    </span>
  )
}
