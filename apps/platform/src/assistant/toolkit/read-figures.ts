import type { AnswerPart } from '@desk/schema/assistant/answer'
import { AssistantScope, type AssistantPlace } from '@desk/schema/assistant/figure-token'
import { FIGURE_COLUMN_LIST } from '@desk/schema/columns/figure-columns'
import { AskedInstant } from '@desk/schema/ids/ids'
import { HourLine, REPORT_DIMENSIONS } from '@desk/schema/reports/report'
import { Effect, Schema } from 'effect'
import { figuresOf, type FigureContext } from './figure.ts'
import { placeFields, placeOf, reportFilters, reportPath, type Place } from './places.ts'
import { deskTool, ToolRefusal, type ToolDesk } from './tool.ts'

const LINES_MAX = 20
const SOURCES_A_PAGE = 1_000
const MONEY = ['revenue', 'expense', 'margin', 'margin_share'] as const
const ALL_COLUMNS: readonly string[] = FIGURE_COLUMN_LIST.map(({ id }) => id)

export const FigureField = Schema.Literals([
  ...FIGURE_COLUMN_LIST.map(({ id }) => id),
  'target',
  'live_projects',
  'live_surveys',
  'live_sources',
  'revenue',
  'margin',
  'margin_share',
])

/** What lines of figures can stand for: something with a name of its own. */
export const LineDimension = Schema.Literals([
  'project',
  'survey',
  'source',
  'supplier',
  'manager',
  'business_unit',
  'country',
])
type LineDimension = typeof LineDimension.Type

/** The row of figures of a place since the beginning. */
const rowOf = Effect.fn('Assistant.rowOf')(function* ({ place, surveyId }: Place, { calls, caller }: ToolDesk) {
  const id = place.id
  if (id === null) return yield* calls.statistics.traffic({ params: { id: caller.accountId }, query: {} })
  switch (place.scope) {
    case 'project': {
      const rows = yield* calls.projects.figures({ query: {}, payload: { pm_proj_uds: [id] } })
      return rows[0] ?? {}
    }
    case 'survey':
      return yield* calls.surveys.figures({ params: { id } })
    case 'source': {
      const rows = yield* calls.sources.table({ params: { id: surveyId ?? id }, query: { limit: SOURCES_A_PAGE } })
      return rows.find(({ stmid }) => stmid === id) ?? {}
    }
    default:
      return (yield* calls.reports.traffic({ query: { pm_sup_ud: id, limit: 1 } })).total
  }
})

const contextOf = ({ place, link }: Place, { at }: ToolDesk, row: object): FigureContext => {
  const position: unknown = Reflect.get(row, 'figures_version')
  return { place, link, at, position: typeof position === 'number' ? position : undefined }
}

const asParts = (figures: ReturnType<typeof figuresOf>): readonly AnswerPart[] =>
  figures.map(figure => ({ kind: 'figure' as const, figure }))

const NOT_SEEN = 'Your view does not have this figure.'

/** What a line stands for. */
function lineOf(line: object, by: LineDimension, place: AssistantPlace): AssistantPlace {
  const named = Reflect.get(line, by) as { readonly id: number; readonly name: string } | null | undefined // every line has its dimension
  if (named === null || named === undefined)
    return { ...place, name: `Without ${REPORT_DIMENSIONS[by].label.toLowerCase()}` }
  return isScope(by) ? { scope: by, ...named } : { ...place, name: named.name }
}

const isScope = Schema.is(AssistantScope)
const isHourLine = Schema.is(HourLine)
const PAGE_LINES = 1_000
const PAGES_MAX = 20

/** Hourly completes by what their lines stand for, of all hours together; the most completes first. */
const sumsOfHours = Effect.fn('Assistant.sumsOfHours')(function* (
  query: Readonly<Record<string, string | number>>,
  by: LineDimension,
  { calls }: ToolDesk,
) {
  const sums = new Map<number | null, { entrants: number; completes: number }>()
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { lines } = yield* calls.reports.read({
      params: { type: 'hours' },
      query: { ...query, limit: PAGE_LINES, offset: page * PAGE_LINES },
    })
    for (const line of lines) {
      if (!isHourLine(line)) continue
      const key = line[by]?.id ?? null
      const { entrants, completes } = sums.get(key) ?? { entrants: 0, completes: 0 }
      sums.set(key, { [by]: line[by], entrants: entrants + line.entrants, completes: completes + line.completes })
    }
    if (lines.length < PAGE_LINES) return [...sums.values()].toSorted((a, b) => b.completes - a.completes)
  }
  return yield* new ToolRefusal({
    message: 'There are too many lines: ask about a shorter time, or a part of the account.',
  })
})

/** Reads the figures of a place: since the beginning, by a dimension, or of a time range. */
export const readFigures = deskTool('read_figures', {
  description:
    'Figures of the account, a project, survey, source or supplier: since the beginning; by a dimension, a line each; or entrants and completes of the hours from `from` to `to`. Without `figures` all that there are.',
  fields: {
    ...placeFields,
    figures: Schema.optionalKey(Schema.Array(FigureField).check(Schema.isMaxLength(20))),
    by: Schema.optionalKey(LineDimension),
    from: Schema.optionalKey(AskedInstant),
    to: Schema.optionalKey(AskedInstant),
  },
  run: Effect.fn('Assistant.readFigures')(function* ({ scope, id, figures: wanted, by, from, to }, desk) {
    const { calls } = desk
    const found = yield* placeOf(id === undefined ? { scope } : { scope, id }, desk)
    const { place } = found
    const filters = reportFilters(place)
    const hasRange = from !== undefined || to !== undefined
    const isMoney = wanted?.some(figure => figure !== 'expense' && MONEY.some(money => money === figure)) ?? false
    const limited = wanted ?? (hasRange ? ['entrants', 'completes'] : isMoney ? MONEY : ALL_COLUMNS)
    if (hasRange) {
      if (limited.some(figure => figure !== 'entrants' && figure !== 'completes'))
        return yield* new ToolRefusal({
          message: 'Of a time range the desk counts entrants and completes; other figures it has since the beginning.',
        })
      if (by === 'supplier' || scope === 'supplier')
        return yield* new ToolRefusal({ message: 'The desk counts hours by source, not by supplier.' })
    }
    const type = hasRange ? 'hours' : isMoney ? 'costs' : 'traffic'
    const range = hasRange ? { from: from ?? null, to: to ?? null } : undefined
    const times = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
    if (by === undefined && type === 'traffic') {
      const row = yield* rowOf(found, desk)
      const tokens = figuresOf(row, limited, contextOf(found, desk, row))
      if (tokens.length === 0) return yield* new ToolRefusal({ message: NOT_SEEN })
      return {
        summary: `${tokens.length} figures`,
        link: found.link,
        parts: asParts(tokens),
        hasFreeText: true,
      }
    }
    const dimension = by === undefined ? {} : { by }
    const query = {
      ...filters,
      ...dimension,
      ...times,
      limit: type === 'hours' && by === undefined ? 1 : LINES_MAX + 1,
    }
    const report = yield* type === 'traffic'
      ? calls.reports.traffic({ query })
      : calls.reports.read({ params: { type }, query })
    const link = reportPath(type, { ...filters, ...dimension })
    const context = { place, link, at: desk.at, ...(range === undefined ? {} : { range }) }
    const total = figuresOf(report.total, limited, context)
    if (total.length === 0) return yield* new ToolRefusal({ message: NOT_SEEN })
    if (by === undefined) return { summary: `${total.length} figures`, link, parts: asParts(total), hasFreeText: true }
    const lines: readonly object[] = type === 'hours' ? yield* sumsOfHours(query, by, desk) : report.lines
    const items = lines.slice(0, LINES_MAX).map(line => {
      const of = lineOf(line, by, place)
      return {
        title: of.name,
        detail: null,
        at: null,
        link: null,
        figures: figuresOf(line, limited, { ...context, place: of }),
      }
    })
    return {
      summary: `${items.length} lines by ${REPORT_DIMENSIONS[by].label.toLowerCase()}`,
      link,
      parts: [{ kind: 'list' as const, items, has_more: lines.length > LINES_MAX }, ...asParts(total)],
      hasFreeText: true,
    }
  }),
})
