import styles from './clamped-text.module.css'

/** Words that take as many lines as a row of the table has room for before they are cut; whole in the tooltip. */
export function ClampedText({ children, title = children }: { readonly children: string; readonly title?: string }) {
  return (
    <span className={styles['text']} title={title}>
      {children}
    </span>
  )
}
