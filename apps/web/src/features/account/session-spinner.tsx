import { Spinner } from '#ui/spinner.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './account.module.css'

/** Shows while the session is being checked (§4.6). */
export function SessionSpinner() {
  return (
    <main className={styles['waiting']}>
      <h1>
        <VisuallyHidden>Sample Desk</VisuallyHidden>
      </h1>
      <Spinner label="Loading..." size={32} />
    </main>
  )
}
