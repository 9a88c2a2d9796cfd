/** The survey list of a project (§2.18). */
export function SurveyListScreen({ projectUID }: { readonly projectUID: number }) {
  return <h1>Surveys of project {projectUID}</h1>
}
