import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { NotFound } from '#kit/errors/not-found.tsx'
import { SourceTableScreen } from '#features/sources/source-table.tsx'
import { idFrom } from '#app/paths.ts'
import { useProjectPlace } from '#app/pages/use-project-place.ts'

export const Route = createFileRoute('/_desk/projects/$projectUID/survey/$surveyUID/streams')({
  beforeLoad: onlyForDesk,
  component: SourceTablePage,
})

/** The source table of the survey in the path (§2.19), or Page not found when there is no id. */
function SourceTablePage() {
  const { prefix, projectUID, surveyUID } = useProjectPlace()
  const project = idFrom(projectUID)
  const survey = idFrom(surveyUID)
  if (project === null || survey === null) return <NotFound />
  return <SourceTableScreen key={survey} prefix={prefix} projectUID={project} surveyUID={survey} />
}
