import type { AssistantAnswer, ToolCall } from '@desk/schema/assistant/answer'
import { FIGURE_COLUMNS } from '@desk/schema/columns/figure-columns'
import { columnsOfReport } from '@desk/schema/reports/report-columns'
import type { Stage } from '#testing/stage'

/** The place of a question. */
export interface AskedPlace {
  readonly scope: string
  readonly id: number
  readonly name: string
}

/** A row that a screen reads. */
export type Row = Readonly<Record<string, unknown>>
/** The arguments of tools. */
export interface Args {
  readonly scope?: string
  readonly id?: number
  readonly by?: string
  readonly figures?: readonly string[]
  readonly from?: string
  readonly to?: string
  readonly earlier_from?: string
  readonly earlier_to?: string
  readonly [more: string]: unknown
}
/** Arguments as the tool's schema has them. */
export const argsOf = (call: ToolCall | undefined): Args => (call?.arguments ?? {}) as Args

/** The names of figures, taken from where the screens have them. */
const FIELD_OF_LABEL = new Map<string, string>([
  ...(['costs', 'suppliers', 'traffic'] as const).flatMap(type =>
    columnsOfReport(type, [], 'internal').map(({ id, label }) => [label, id] as const),
  ),
  ...Object.entries(FIGURE_COLUMNS).map(([id, { label }]) => [label, id] as const),
  ['Target', 'target'],
  ['Live projects', 'live_projects'],
  ['Live surveys', 'live_surveys'],
  ['Live sources', 'live_sources'],
])
const OF_COSTS = [
  'revenue',
  'margin',
  'margin_share',
  'revenue_adjusted',
  'expense_adjusted',
  'adjusted_completes',
  'adjusted_priced',
]
const OF_SUPPLIERS = ['drop_off', 'epc', 'loi_ratio', 'rejected_since', 'reject_rate']
/** Figures of a place's own row, which no report has. */
export const OF_ROWS = ['allocation', 'loi', 'target', 'live_projects', 'live_surveys', 'live_sources']

const FILTERS: Readonly<Record<string, string>> = {
  project: 'pm_proj_ud',
  survey: 'pm_sy_ud',
  source: 'stmid',
  supplier: 'pm_sup_ud',
}

/** A reader of the screens' own calls. */
export function screensOf(on: Stage, places: readonly AskedPlace[]) {
  const get = async (path: string): Promise<Row> => {
    const { status, body } = await on.advanced('GET', path)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  /** The targets of a place. */
  const targetOf = async (scope: string, id: number): Promise<unknown> =>
    (await get(`/v1/${scope === 'source' ? 'survey-streams' : `${scope}s`}/${id}`))['respondents']

  /** The row of a place as its screen reads it. */
  async function rowOf(scope: string, id: number): Promise<Row> {
    switch (scope) {
      case 'account':
        return get(`/v1/TrafficStatsForDashboard/${on.study.accountId}`)
      case 'project': {
        const { body } = await on.advanced('POST', '/v1/metrics/projects', { pm_proj_uds: [id] })
        return body[0]
      }
      case 'survey':
        return (await on.advanced('POST', `/v1/metrics/surveys/${id}`)).body
      case 'source': {
        const survey = places.find(
          place => place.scope === 'survey' && (id === on.study.sourceIds[0]) === (place.id === on.study.surveyId),
        )
        const rows = (await get(`/v1/survey-stream-metrics/${survey?.id}`)) as unknown as Row[] // the contract's answer
        return rows.find(row => row['stmid'] === id) ?? {}
      }
      default:
        return (await get(`/v1/reports/traffic?pm_sup_ud=${id}`))['total'] as Row // the contract's answer
    }
  }

  /** The report that has a figure, as its screen reads it. */
  async function reportOf(
    field: string,
    args: Args,
    times: Pick<Args, 'from' | 'to'>,
  ): Promise<{ readonly lines: readonly Row[]; readonly total: Row }> {
    const type = OF_COSTS.includes(field) ? 'costs' : OF_SUPPLIERS.includes(field) ? 'suppliers' : 'traffic'
    const query = new URLSearchParams({ limit: '1000' })
    const filter = FILTERS[args.scope ?? '']
    if (filter !== undefined) query.set(filter, String(args.id))
    for (const [name, value] of Object.entries({ by: args.by, from: times.from, to: times.to }))
      if (value !== undefined) query.set(name, value)
    return (await get(`/v1/reports/${type}?${query.toString()}`)) as unknown as { lines: Row[]; total: Row } // the contract's answer
  }

  /** The screens' own values where they differ from an answer of read_figures; empty: all are the same. */
  async function unequal({ parts, tool_calls: calls }: AssistantAnswer): Promise<readonly unknown[]> {
    const args = argsOf(calls.at(-1))
    const isReport = ['by', 'from', 'to'].some(name => args[name] !== undefined)
    const wrong: unknown[] = []
    for (const part of parts) {
      if (part.kind === 'text') continue
      const items =
        part.kind === 'figure' ? [{ title: null, figures: [part.figure] }] : 'items' in part ? part.items : []
      for (const [at, { title, figures }] of items.entries())
        for (const { label, value } of figures) {
          const field = FIELD_OF_LABEL.get(label) ?? label
          const isOfRow = !isReport && !OF_COSTS.includes(field) && !OF_SUPPLIERS.includes(field)
          const want =
            field === 'target'
              ? await targetOf(args.scope ?? '', args.id ?? 0)
              : isOfRow
                ? (await rowOf(args.scope ?? '', args.id ?? 0))[field]
                : await reportOf(field, args, args).then(
                    ({ lines, total }) => (title === null ? total : lines[at])?.[field],
                  )
          if (want !== value) wrong.push({ title, label, value, want })
        }
    }
    return wrong
  }

  return { get, reportOf, unequal }
}
