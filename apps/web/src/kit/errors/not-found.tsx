'use no memo'

import { may } from '@desk/schema/permissions/permissions'
import { Suspense } from 'react'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { buttonClass } from '#ui/button.tsx'
import { lazyBetter } from '#ui/lazy/lazy-part.tsx'
import { NOT_FOUND_TEXT, NOT_FOUND_TITLE } from './not-found-texts.ts'
import styles from './errors.module.css'

const Elsewhere = lazyBetter(
  async () => ({ default: (await import('./elsewhere.tsx')).Elsewhere }),
  'The look into your other accounts',
  ({ children }) => children,
)

/** An unknown path (§2.29), or an object that does not exist or that the user may not see. */
export function NotFound() {
  const user = useUser()
  useAppTitle(NOT_FOUND_TITLE)
  const badLink = <p className={styles['text']}>{NOT_FOUND_TEXT}</p>
  return (
    <section className={styles['page']} aria-labelledby="not-found-title">
      <h1 id="not-found-title">{NOT_FOUND_TITLE}</h1>
      {user !== null && may(user, 'switch accounts') ? (
        <Suspense fallback={badLink}>
          <Elsewhere user={user}>{badLink}</Elsewhere>
        </Suspense>
      ) : (
        badLink
      )}
      <a className={buttonClass('secondary')} href="#/">
        Go to the start page
      </a>
    </section>
  )
}
