import { lazy, Suspense } from 'react'
import { desk } from '../../runtime/desk.ts'
import styles from './project-list.module.css'

const LandingFigures = lazy(async () => {
  // the list comes first
  await desk.firstScreenShown()
  return { default: (await import('./landing-figures.tsx')).LandingFigures }
})

/** The account's figures; their place is kept until they are there, so that nothing moves. */
export function LazyLandingFigures() {
  return (
    <section className={styles['landing']} aria-label="Account">
      <Suspense fallback={null}>
        <LandingFigures />
      </Suspense>
    </section>
  )
}
