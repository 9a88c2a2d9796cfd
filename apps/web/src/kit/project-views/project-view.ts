import { usePreference } from '#runtime/hooks/use-preference.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'

/** The views of /projects by their value of `view` in the URL; Projects is the one without. */
export const PROJECT_VIEWS = { today: 'Today', projects: 'Projects', live: 'Live sources' } as const
export type ProjectView = keyof typeof PROJECT_VIEWS

const isView = (value: unknown): value is ProjectView =>
  typeof value === 'string' && Object.hasOwn(PROJECT_VIEWS, value)

/** The view that the user chose last; Projects at the first visit. */
export const useLastView = () => usePreference<ProjectView>('projects.view', 'projects', isView)

/**
 * The view that the URL names. An address without any query leads to the one that the user chose last.
 * @returns the view, and whether the URL has yet to name it
 */
export function useProjectView(): { readonly view: ProjectView; readonly isNamed: boolean } {
  const [search] = useUrlSearch()
  const [last] = useLastView()
  if (isView(search['view'])) return { view: search['view'], isNamed: true }
  const isBare = Object.keys(search).length === 0
  return { view: isBare ? last : 'projects', isNamed: !isBare || last === 'projects' }
}
