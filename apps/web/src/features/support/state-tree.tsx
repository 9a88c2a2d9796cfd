import { lineOf } from './moment-facts.ts'
import styles from './machines-panel.module.css'

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** A value as a tree with collapsible nodes. */
export function StateTree({ value, depth = 0 }: { readonly value: object; readonly depth?: number }) {
  return (
    <ul role="list" className={styles['tree']}>
      {/* Object.entries of an object known only as `object` has no item type. */}
      {(Object.entries(value) as [string, unknown][]).map(([name, field]) => (
        <li key={name}>
          {isBranch(field) ? (
            <details open={depth < 1}>
              <summary>
                <span className={styles['name']}>{name}</span>{' '}
                <span className={styles['count']}>
                  {Array.isArray(field) ? `[${field.length}]` : `{${Object.keys(field).length}}`}
                </span>
              </summary>
              <StateTree value={field} depth={depth + 1} />
            </details>
          ) : (
            <>
              <span className={styles['name']}>{name}</span> <span className={styles['value']}>{lineOf(field)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
