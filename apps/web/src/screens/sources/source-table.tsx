/** The sources of a survey (§2.19). */
export function SourceTableScreen({ projectUID, surveyUID }: { readonly projectUID: number; readonly surveyUID: number }) {
  return <h1>Sources of survey {surveyUID} in project {projectUID}</h1>
}
