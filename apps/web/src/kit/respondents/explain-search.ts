import type { RespondentHit } from '@desk/schema/search/search'
import { compact, idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'

/** Which respondent is explained: in the URL, so that a link opens it again. */
export interface ExplainSearch {
  /** The source. */
  readonly explain?: number
  /** RDUD, or the supplier's rid. */
  readonly find?: string
}

/** The page that explains a respondent, for links from anywhere. */
export const respondentPath = ({
  rdud,
  stmid,
  pm_sy_ud: survey,
  pm_proj_ud: project,
}: Pick<RespondentHit, 'rdud' | 'stmid' | 'pm_sy_ud' | 'pm_proj_ud'>): string =>
  `/manage/project/${project}/survey/${survey}/streams?explain=${stmid}&find=${rdud}`

/** The longest RDUD or rid that the platform takes. */
export const MOST_FIND_CHARACTERS = 200

/** Reads the explained respondent from the query; the id counts only with a source. */
export function readExplainSearch(raw: RawSearch): ExplainSearch {
  const explain = idOf(raw['explain'])
  if (explain === undefined) return {}
  return compact({ explain, find: textOf(raw['find'])?.trim().slice(0, MOST_FIND_CHARACTERS) })
}
