import type { ProjectDetail } from '@desk/schema/projects/project'
import { useQuery } from '@tanstack/react-query'
import { isMissing } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { NotFound } from '#kit/errors/not-found.tsx'
import { FormLoading } from '#kit/forms/form-loading.tsx'
import { ProjectForm, TITLES } from './project-form.tsx'
import { useProjectLists } from './use-project-lists.ts'

export type ProjectPrefix = '/manage/project' | '/projects'

export interface ProjectEditorProps {
  /** The paths around it (§2.17). */
  prefix: ProjectPrefix
  act: 'create' | 'copy' | 'edit'
  /** The project that is edited or copied; null: a new one. */
  projectUID: number | null
}

/** The page that creates a project (domain.md §10), copies one, or edits one. */
export function ProjectEditorScreen({ prefix, act, projectUID }: ProjectEditorProps) {
  const desk = useDesk()
  const me = useUser()
  useAppTitle(TITLES[act])
  const { lists, reads } = useProjectLists()
  // Read each time: an edit begins with the stored values.
  const project = useQuery({
    ...desk.query('projects.read', { params: { id: projectUID ?? 0 } }),
    enabled: projectUID !== null,
    staleTime: 0,
    gcTime: 0,
  })
  const goTo = (place: { readonly savedId: number } | 'back') => {
    if (place !== 'back') desk.history.push(`${prefix}/${place.savedId}/survey`)
    else desk.history.push(projectUID === null ? '/projects' : `${prefix}/${projectUID}/survey`)
  }

  if (isMissing(project.error)) return <NotFound />
  const stored: ProjectDetail | null | undefined =
    projectUID === null ? null : project.isFetchedAfterMount ? project.data : undefined
  if (me !== null && lists !== null && stored !== undefined) {
    return <ProjectForm key={projectUID ?? 'new'} me={me} lists={lists} project={stored} act={act} goTo={goTo} />
  }
  return <FormLoading title={TITLES[act]} reads={[...reads, project]} />
}
