import { Spinner } from '../../ui/spinner.tsx'
import styles from './account.module.css'

/** While the session is looked up (§4.6). */
export function SessionSpinner() {
  return (
    <div className={styles['waiting']}>
      <Spinner label="Loading..." size={32} />
    </div>
  )
}
