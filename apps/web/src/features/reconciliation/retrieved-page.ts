import type { ReconciliationChoice, RetrievedRespondents } from '@desk/schema/reconciliation/reconciliation-choice'
import type { RespondentCode } from '@desk/schema/respondents/state'
import { compact, idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'
import type { Desk } from '#runtime/desk.ts'
import { RECONCILIATION } from './reconciliation-keys.ts'

export type RetrieveFilters = Omit<ReconciliationChoice, 'pm_proj_ud'>

/** Rows of one page of the screen. */
export const RETRIEVED_PAGE_ROWS = 100
/** Rows of one call when all that match are ticked. */
export const ALL_PAGE_ROWS = 1_000

/** States that can be retrieved; without one, completes. */
export const RETRIEVED_STATES: readonly { readonly code: RespondentCode; readonly label: string }[] = [
  { code: 30, label: 'Completes' },
  { code: 51, label: 'Accepted at reconciliation' },
  { code: 50, label: 'Rejected at reconciliation' },
  { code: 31, label: 'Client terms' },
  { code: 32, label: 'Client overquotas' },
  { code: 33, label: 'Quality terms' },
  { code: 34, label: 'Security terms' },
  { code: 40, label: 'Abandons' },
]

const DAY = /^\d{4}-\d\d-\d\d$/
function dayOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && DAY.test(text) && Number.isFinite(Date.parse(`${text}T00:00:00Z`)) ? text : undefined
}

/** The filters of the URL: one source, supplier and state each; invalid ones are ignored. */
export interface FilterSearch {
  readonly from?: string
  readonly until?: string
  readonly source?: number
  readonly supplier?: number
  readonly state?: RespondentCode
}

export function readFilterSearch(raw: RawSearch): FilterSearch {
  const state = idOf(raw['state'])
  return compact({
    from: dayOf(raw['from']),
    until: dayOf(raw['until']),
    source: idOf(raw['source']),
    supplier: idOf(raw['supplier']),
    state: RETRIEVED_STATES.find(({ code }) => code === state)?.code,
  })
}

/** The same as the call takes them. */
export const filtersOf = ({ from, until, source, supplier, state }: FilterSearch): RetrieveFilters =>
  compact({
    from,
    until,
    stmids: source === undefined ? undefined : [source],
    pm_sup_uds: supplier === undefined ? undefined : [supplier],
    codes: state === undefined ? undefined : [state],
  })

/** A page of respondents to tick (api:R9). */
export function retrievedPage(desk: Desk, projectId: number, filters: RetrieveFilters, page: number) {
  return {
    queryKey: [RECONCILIATION, 'retrieve', projectId, filters, page] as const,
    // The first page is read before its table is drawn.
    staleTime: 60_000,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<RetrievedRespondents> =>
      desk.api.call('reconciliation.retrieve', {
        query: { limit: RETRIEVED_PAGE_ROWS, offset: page * RETRIEVED_PAGE_ROWS },
        payload: { pm_proj_ud: projectId, ...filters },
        signal,
      }),
  }
}

/** The ids of all that match and can be adjusted, page by page. */
export async function readAllOpen(desk: Desk, projectId: number, filters: RetrieveFilters): Promise<readonly string[]> {
  const rduds: string[] = []
  for (let offset = 0; ; offset += ALL_PAGE_ROWS) {
    const { total, respondents } = await desk.api.call('reconciliation.retrieve', {
      query: { limit: ALL_PAGE_ROWS, offset },
      payload: { pm_proj_ud: projectId, ...filters },
    })
    rduds.push(...respondents.filter(({ is_open }) => is_open).map(({ rdud }) => rdud))
    if (offset + ALL_PAGE_ROWS >= total || respondents.length === 0) return rduds
  }
}
