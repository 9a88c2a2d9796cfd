'use no memo'

import { Suspense, useEffect } from 'react'
import { ProjectListScreen } from '#features/projects/project-list.tsx'
import { useProjectView } from '#kit/project-views/project-view.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'

const LiveSources = lazyPart(
  async () => ({ default: (await import('#features/sources/live-sources/live-sources.tsx')).LiveSourcesScreen }),
  'The live sources',
)

const Today = lazyPart(
  async () => ({ default: (await import('#features/projects/today/today.tsx')).TodayScreen }),
  'Today',
)

/** The view of /projects that the URL names (docs/decisions/0097). */
export function ProjectsPage() {
  const { view, isNamed } = useProjectView()
  const [, change] = useUrlSearch()
  useEffect(() => {
    if (!isNamed) change({ view }, true)
  }, [isNamed, view, change])
  if (view === 'projects') return <ProjectListScreen />
  return <Suspense fallback={null}>{view === 'live' ? <LiveSources /> : <Today />}</Suspense>
}
