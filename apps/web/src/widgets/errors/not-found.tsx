import { useAppTitle } from '../../runtime/hooks/use-app-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { NOT_FOUND_TEXT, NOT_FOUND_TITLE } from './not-found-texts.ts'
import styles from './errors.module.css'

/** An unknown path (§2.29), and what is not there or not the user's to see. */
export function NotFound() {
  useAppTitle(NOT_FOUND_TITLE)
  return (
    <section className={styles['page']} aria-labelledby="not-found-title">
      <h1 id="not-found-title">{NOT_FOUND_TITLE}</h1>
      <p className={styles['text']}>{NOT_FOUND_TEXT}</p>
      <a className={buttonClass('secondary')} href="#/">
        Go to the start page
      </a>
    </section>
  )
}
