import { NotFound } from '#kit/errors/not-found.tsx'
import type { SourcePrefix } from '#features/sources/source-paths.ts'
import { SourceTableScreen } from '#features/sources/source-table.tsx'
import { idFrom } from '#app/paths.ts'

/** The source table of the survey in the path (§2.19), or Page not found when there is no id. */
export function SourceTablePage({
  prefix,
  projectUID,
  surveyUID,
}: {
  readonly prefix: SourcePrefix
  readonly projectUID: string
  readonly surveyUID: string
}) {
  const project = idFrom(projectUID)
  const survey = idFrom(surveyUID)
  if (project === null || survey === null) return <NotFound />
  return <SourceTableScreen key={survey} prefix={prefix} projectUID={project} surveyUID={survey} />
}
