import styles from './short-list.module.css'

/** The frame and head of a long list that is read by pages, whose rows are of several lines. */
export function PageList({
  label,
  region,
  heads,
  children,
}: {
  /** Its content: the accessible name. */
  readonly label: string
  /** The name of the frame, which is scrolled by keyboard. */
  readonly region: string
  readonly heads: readonly string[]
  readonly children: React.ReactNode
}) {
  return (
    <div className={styles['frame']} role="region" aria-label={region} tabIndex={0}>
      <table className={`${styles['table']} ${styles['long']}`} aria-label={label}>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
