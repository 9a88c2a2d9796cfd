import styles from './short-list.module.css'

export interface ShortListProps {
  /** Its content: the accessible name. */
  label: string
  /** The columns of what it says. */
  heads: readonly string[]
  /** The name of the buttons at the end of each row. */
  actsHead: string
  /** Its rows; the last cell of each, with the buttons, has `data-unexported`. */
  children: React.ReactNode
  bodyRef?: React.Ref<HTMLTableSectionElement>
}

/** The frame and head of a list of a few rows, all in the page, each with its buttons at its end. */
export function ShortList({ label, heads, actsHead, children, bodyRef }: ShortListProps) {
  return (
    <div className={styles['frame']}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col" data-unexported>
              {actsHead}
            </th>
          </tr>
        </thead>
        <tbody ref={bodyRef}>{children}</tbody>
      </table>
    </div>
  )
}
