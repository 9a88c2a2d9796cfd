import type { SourceType } from '@desk/schema/sources/source'

/** The route of a source's own screen, as the console's addresses have it behind the # (§2.20, §2.21). */
export function studyRoute(
  type: SourceType,
  {
    projectId,
    surveyId,
    sourceId,
  }: { readonly projectId: number; readonly surveyId: number; readonly sourceId: number },
): string {
  return `/manage/project/${projectId}/survey/${surveyId}/${type === 'classic' ? 'manual-streams' : 'stream'}/${sourceId}`
}
