import type { IdFilter } from '@desk/schema/reports/report-address'
import { SEARCH_TEXT_MAX_LENGTH, type SearchScope } from '@desk/schema/search/search'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { namesById } from '#kit/forms/named-options.ts'
import { PAGE_ROWS } from '#kit/tables/read-pages.ts'
import { LISTED_UNIT_STATUS } from '#kit/tables/project-filter-options.ts'
import type { SeveralOption } from '#ui/several-select.tsx'

/** The most results of a search on the platform. */
export const FOUND_MAX = 20

/** The filters with lists that come whole. */
const WHOLE: ReadonlySet<IdFilter> = new Set(['consultant', 'business_unit_ud', 'pm_cy_cs_id', 'status'])

/** Whether the platform searches a filter's things; else all of them come, and are searched here. */
export const isSearched = (filter: IdFilter): boolean => !WHOLE.has(filter)

/** Within what things are searched. */
export interface Within {
  readonly accountId: number
  /** The project whose surveys are offered before anybody types. */
  readonly projectId: number | undefined
  /** The survey whose sources are. */
  readonly surveyId: number | undefined
}

export interface Found {
  readonly options: readonly SeveralOption[]
  /** There are more than are listed. */
  readonly hasMore: boolean
}

const option = (id: number, label: string, description: string | null = null): SeveralOption => ({
  id: String(id),
  label,
  ...(description === null || description === '' ? {} : { description }),
})
/** Gives equal names a distinguishing detail: their container or their id. */
function distinct(options: readonly SeveralOption[]): readonly SeveralOption[] {
  const names = namesById(options.map(({ id, label: name, description: within = null }) => ({ id, name, within })))
  return options.map(each => ({ ...each, label: names.get(each.id) ?? each.label }))
}
const all = (options: readonly SeveralOption[]): Found => ({ options: distinct(options), hasMore: false })
const some = (options: readonly SeveralOption[]): Found => ({ ...all(options), hasMore: options.length >= FOUND_MAX })

/** Things of the account by name, number or id, those of the project and survey first. */
async function search(
  api: ApiClient,
  scope: SearchScope,
  words: string,
  { projectId, surveyId }: Within,
  signal: AbortSignal,
): Promise<Found> {
  const { hits } = await api.call('search.find', {
    query: {
      text: words.slice(0, SEARCH_TEXT_MAX_LENGTH),
      ...(projectId === undefined ? {} : { pm_proj_ud: projectId }),
      ...(surveyId === undefined ? {} : { pm_sy_ud: surveyId }),
    },
    signal,
  })
  return all(hits.flatMap(hit => (hit.scope === scope ? [option(hit.id, hit.name, hit.detail)] : [])))
}

/** The choices of a filter for some words; without words the first ones. */
export async function findChoosable(
  api: ApiClient,
  filter: IdFilter,
  words: string,
  within: Within,
  signal: AbortSignal,
): Promise<Found> {
  const { accountId, projectId, surveyId } = within
  const page = { limit: FOUND_MAX, ...(words === '' ? {} : { search: words }) }
  switch (filter) {
    case 'pm_proj_ud':
      return some(
        (await api.call('projects.list', { query: page, signal })).map(project =>
          option(project.pm_proj_ud, project.pm_proj_name, project.pm_proj_rep_num),
        ),
      )
    case 'pm_sup_ud':
      return some(
        (await api.call('lookups.suppliers', { query: page, signal })).map(({ pm_sup_ud, name }) =>
          option(pm_sup_ud, name),
        ),
      )
    case 'pm_sy_ud': {
      if (words !== '') return search(api, 'survey', words, within, signal)
      if (projectId === undefined) return all([])
      const query = { pm_proj_ud: projectId, limit: FOUND_MAX }
      return some(
        (await api.call('surveys.list', { query, signal })).map(({ pm_sy_ud, pm_sy_name }) =>
          option(pm_sy_ud, pm_sy_name),
        ),
      )
    }
    case 'stmid': {
      if (words !== '') return search(api, 'source', words, within, signal)
      if (surveyId === undefined) return all([])
      const table = { params: { id: surveyId }, query: { limit: FOUND_MAX }, signal }
      return some((await api.call('sources.table', table)).map(({ stmid, name }) => option(stmid, name)))
    }
    case 'consultant':
      return all(
        (await api.call('lookups.consultants', { query: { limit: PAGE_ROWS }, signal })).map(({ uid, name }) =>
          option(uid, name),
        ),
      )
    case 'business_unit_ud': {
      const units = await api.call('businessUnits.list', {
        params: { id: accountId },
        query: { limit: PAGE_ROWS },
        signal,
      })
      return all(
        units
          .filter(({ status_id }) => status_id === LISTED_UNIT_STATUS)
          .map(({ business_unit_ud, business_unit_name }) => option(business_unit_ud, business_unit_name)),
      )
    }
    case 'pm_cy_cs_id':
      return all(
        (await api.call('lookups.countries', { query: {}, signal })).map(({ pm_cy_cs_id, name }) =>
          option(pm_cy_cs_id, name),
        ),
      )
    case 'status':
      return all(
        (await api.call('lookups.statuses', { signal })).map(({ pm_code, pm_code_name }) =>
          option(pm_code, pm_code_name),
        ),
      )
  }
}
