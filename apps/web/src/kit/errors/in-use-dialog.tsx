import { ApiError } from '#runtime/api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import cell from '#kit/tables/name-link.module.css'
import styles from './in-use-dialog.module.css'

/** A user of the thing to delete. */
export interface Use {
  readonly id: number
  readonly name: string
  /** Behind the #; null: not open to this user. */
  readonly path: string | null
  /** Its place. */
  readonly place: string
}

export interface UseList {
  readonly label: string
  /** Of all of them, of which some are named. */
  readonly count: number
  readonly uses: readonly Use[]
}

/** The uses for which the server refused; null: it refused for something else. */
export const usesIn = <Uses,>(failure: unknown, isUses: (current: unknown) => current is Uses): Uses | null =>
  failure instanceof ApiError && failure.reason === 'in_use' && isUses(failure.current) ? failure.current : null

export interface InUseDialogProps {
  readonly name: string
  /** The refused act, and the first step towards it. */
  readonly reason: string
  readonly lists: readonly UseList[]
  readonly onClose: () => void
}

/** Names what uses something that cannot go because of it. */
export function InUseDialog({ name, reason, lists, onClose }: InUseDialogProps) {
  return (
    <Dialog isOpen title={`${name} is in use`} onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
      <div className={styles['refusal']}>
        <p>{reason}</p>
        {lists.map(({ label, count, uses }) => (
          <ul key={label} className={styles['uses']} aria-label={label}>
            {uses.map(use => (
              <li key={use.id}>
                {use.path === null ? (
                  <span>{use.name}</span>
                ) : (
                  <a className={cell['link']} href={`#${use.path}`}>
                    {use.name}
                  </a>
                )}
                <span className={styles['place']}>{use.place}</span>
              </li>
            ))}
            {count > uses.length ? <li>and {count - uses.length} more</li> : null}
          </ul>
        ))}
      </div>
    </Dialog>
  )
}
