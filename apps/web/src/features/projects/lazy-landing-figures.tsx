import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { Suspense } from 'react'
import { useAfterFirstScreen } from '#runtime/hooks/use-first-screen.ts'
import { usePreference } from '#runtime/hooks/use-preference.ts'
import { IconButton } from '#ui/icon-button.tsx'
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

const isSwitch = (kept: unknown): kept is boolean => typeof kept === 'boolean'
const useFold = () => usePreference('projects.figures-folded', false, isSwitch)

/** Folds the strip of figures; it stays folded on the device (day.md §1). */
export function FoldFigures() {
  'use no memo'
  const [isFolded, fold] = useFold()
  return (
    <IconButton
      label={isFolded ? 'Show the figures' : 'Hide the figures'}
      aria-expanded={!isFolded}
      onPress={() => fold(!isFolded)}
    >
      {isFolded ? <ChevronsUpDown aria-hidden /> : <ChevronsDownUp aria-hidden />}
    </IconButton>
  )
}

/** The account's figures; a placeholder keeps their space until they load, so that nothing moves. */
export function LazyLandingFigures({ filters }: { readonly filters: ProjectFilters }) {
  const [isFolded] = useFold()
  if (isFolded) return null
  return (
    <section className={styles['landing']} aria-label="Account">
      <Suspense fallback={null}>
        <AfterTheList filters={filters} />
      </Suspense>
    </section>
  )
}
