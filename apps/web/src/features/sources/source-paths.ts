import type { SourceType } from '@desk/schema/sources/source'

/** The two sets of project paths (§2.17). */
export type SourcePrefix = '/manage/project' | '/projects'

/** The paths around a survey's sources (§2.18–2.21), and of the pages that make one (domain.md §10). */
export function sourcePaths(prefix: SourcePrefix, projectUID: number, surveyUID: number) {
  const surveys = `${prefix}/${projectUID}/survey`
  const survey = `${surveys}/${surveyUID}`
  const edit = (sourceId: number, type: SourceType = 'diy') =>
    `${survey}/${type === 'classic' ? 'manual-streams' : 'stream'}/${sourceId}`
  return {
    surveys,
    editProject: `${prefix}/${projectUID}/edit`,
    editSurvey: `${survey}/edit`,
    table: `${survey}/streams`,
    edit: (sourceId: number) => edit(sourceId),
    editClassic: (sourceId: number) => edit(sourceId, 'classic'),
    of: edit,
    create: (type: SourceType) =>
      type === 'classic'
        ? `${survey}/manual-streams/new`
        : `${survey}/stream/new${type === 'lucid' ? '?type=lucid' : ''}`,
  }
}
export type SourcePaths = ReturnType<typeof sourcePaths>
