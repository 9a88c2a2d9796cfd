import { Suspense } from 'react'
import { desk } from '#runtime/desk.ts'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import type { ProjectFilters } from './project-search.ts'
import styles from './project-list.module.css'

const LandingFigures = lazyPart(async () => {
  // the list comes first
  await desk.firstScreenShown()
  return { default: (await import('./landing-figures.tsx')).LandingFigures }
}, 'The account’s figures')

/** The account's figures; their place is kept until they are there, so that nothing moves. */
export function LazyLandingFigures({ filters }: { readonly filters: ProjectFilters }) {
  return (
    <section className={styles['landing']} aria-label="Account">
      <Suspense fallback={null}>
        <LandingFigures filters={filters} />
      </Suspense>
    </section>
  )
}
