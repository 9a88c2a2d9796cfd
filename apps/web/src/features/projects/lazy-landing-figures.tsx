import { Suspense } from 'react'
import { useAfterFirstScreen } from '#runtime/hooks/use-first-screen.ts'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import type { ProjectFilters } from './project-search.ts'
import styles from './project-list.module.css'

const LandingFigures = lazyPart(
  async () => ({ default: (await import('./landing-figures.tsx')).LandingFigures }),
  'The account’s figures',
)

function AfterTheList({ filters }: { readonly filters: ProjectFilters }) {
  useAfterFirstScreen()
  return <LandingFigures filters={filters} />
}

/** The account's figures; a placeholder keeps their space until they load, so that nothing moves. */
export function LazyLandingFigures({ filters }: { readonly filters: ProjectFilters }) {
  return (
    <section className={styles['landing']} aria-label="Account">
      <Suspense fallback={null}>
        <AfterTheList filters={filters} />
      </Suspense>
    </section>
  )
}
