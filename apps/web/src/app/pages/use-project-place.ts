import { useMatch, useParams } from '@tanstack/react-router'
import { PROJECT_PREFIXES, type ProjectPrefix } from '#app/paths.ts'

/** The place of a project's page: the ids in its path, and which of the two prefixes it has, so that links stay under it (§2.17). */
export function useProjectPlace() {
  const { projectUID = '', surveyUID = '', streamId = '', streamUID = '' } = useParams({ strict: false })
  const pathname = useMatch({ strict: false, select: match => match.pathname })
  const prefix: ProjectPrefix = pathname.startsWith(PROJECT_PREFIXES.twin)
    ? PROJECT_PREFIXES.twin
    : PROJECT_PREFIXES.own
  return { prefix, projectUID, surveyUID, streamId, streamUID }
}
