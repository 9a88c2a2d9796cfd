import type { RespondentHit } from '@desk/schema/search/search'
import type { StatusScope } from '@desk/schema/statuses/status'
import { compact, idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'

/** A project, survey or source, of which respondents are listed and explained. */
export interface RespondentsPlace {
  readonly scope: StatusScope
  readonly id: number
}

/** Which respondent is explained: in the URL, so that a link opens it again. */
export interface ExplainSearch {
  readonly explain?: RespondentsPlace
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

const PLACE = /^(project|survey)-(\d{1,9})$/

/** A place in the URL: the number of a source, or `survey-2000`. */
export const placeText = ({ scope, id }: RespondentsPlace): string | number =>
  scope === 'source' ? id : `${scope}-${id}`

/** Reads a place of the URL. */
export function placeOf(value: unknown): RespondentsPlace | undefined {
  const [, scope, id] = PLACE.exec(textOf(value) ?? '') ?? []
  if (scope === 'project' || scope === 'survey') return { scope, id: Number(id) }
  const sourceId = idOf(value)
  return sourceId === undefined ? undefined : { scope: 'source', id: sourceId }
}

/** Reads the explained respondent from the query; the id counts only with a place. */
export function readExplainSearch(raw: RawSearch): ExplainSearch {
  const explain = placeOf(raw['explain'])
  if (explain === undefined) return {}
  return compact({ explain, find: textOf(raw['find'])?.trim().slice(0, MOST_FIND_CHARACTERS) })
}
