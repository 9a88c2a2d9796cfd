import type { ProjectViews } from '@desk/schema/today/project-views'
import { Suspense } from 'react'
import { useAfterFirstScreen } from '#runtime/hooks/use-first-screen.ts'
import { countText } from '#ui/format/figures.ts'
import { PROJECT_VIEWS, useLastView, type ProjectView } from './project-view.ts'
import { useViewCounts } from './use-view-counts.ts'
import styles from '#kit/heads/page-tabs.module.css'

// 'use no memo': part of the first load, where the compiler's additions are larger than the code here.

const COUNTS: Readonly<Record<ProjectView, keyof ProjectViews>> = {
  today: 'today',
  projects: 'projects',
  live: 'live_sources',
}
const VIEWS = Object.keys(PROJECT_VIEWS) as ProjectView[] // Object.keys loses the key types

/** The views of /projects beside its title, each with its count. */
export function ProjectViewTabs({ shown }: { readonly shown: ProjectView }) {
  'use no memo'
  const [, remember] = useLastView()
  return (
    <nav aria-label="Views of the projects" className={styles['tabs']}>
      {VIEWS.map(view => (
        <a
          key={view}
          href={view === 'projects' ? '#/projects' : `#/projects?view=${view}`}
          className={styles['tab']}
          aria-current={view === shown ? 'page' : undefined}
          onClick={() => remember(view)}
        >
          {PROJECT_VIEWS[view]}
          <Suspense fallback={null}>
            <Count of={view} />
          </Suspense>
        </a>
      ))}
    </nav>
  )
}

function Count({ of }: { readonly of: ProjectView }) {
  'use no memo'
  useAfterFirstScreen()
  const data = useViewCounts()
  return data === undefined ? null : (
    <span className={styles['count']} data-view={of}>
      {' '}
      {countText(data[COUNTS[of]])}
    </span>
  )
}
