import type { AnswerItem, AnswerPart } from '@desk/schema/assistant/answer'
import type { FigureToken } from '@desk/schema/assistant/figure-token'
import { FIGURE_COLUMN_LIST } from '@desk/schema/columns/figure-columns'
import { AskedInstant } from '@desk/schema/ids/ids'
import { REPORT_DIMENSIONS } from '@desk/schema/reports/report'
import { Effect, Schema } from 'effect'
import {
  FigureField,
  figureSources,
  isHidden,
  isOfReports,
  labelsOf,
  LineDimension,
  TRAFFIC_FIELDS,
  withBasis,
} from './figure-fields.ts'
import { figuresOf, type FigureContext } from './figure.ts'
import { placeFields, placeOf, type Place } from './places.ts'
import { inOrder, readReports, type FigureLine, type FiguresByField } from './read-report.ts'
import { deskTool, ToolRefusal, type ToolDesk } from './tool.ts'

const LINES_MAX = 20
/** Lines of a second report are matched with those of the first. */
const LINES_READ = 1_000
const SOURCES_A_PAGE = 1_000
const ROW_FIELDS: readonly FigureField[] = FIGURE_COLUMN_LIST.map(({ id }) => id)

export const NOT_SEEN = 'Your view does not have this figure.'
export const PARTLY_SEEN = 'Your view does not have all of these figures.'

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
      return (yield* calls.reports.traffic({ query: { pm_sup_ud: [id], limit: 1 } })).total
  }
})

const contextOf = ({ place, link }: Place, { at }: ToolDesk, row: object): FigureContext => {
  const position: unknown = Reflect.get(row, 'figures_version')
  return { place, link, at, position: typeof position === 'number' ? position : undefined }
}

/** The figures of a place since the beginning: its own row's, and those that only reports have. */
export const readWhole = Effect.fn('Assistant.readWhole')(function* (
  found: Place,
  fields: readonly FigureField[],
  desk: ToolDesk,
) {
  const all = withBasis(fields, desk.caller.view)
  const own = figureSources(all, false).get('row') ?? []
  const others = all.filter(field => !own.includes(field))
  const figures = new Map<FigureField, FigureToken>()
  if (own.length > 0) {
    const row = { ...(yield* rowOf(found, desk)), ...(found.target === null ? {} : { target: found.target }) }
    const context = contextOf(found, desk, row)
    for (const field of own) for (const token of figuresOf(row, [field], context)) figures.set(field, token)
  }
  if (others.length === 0) return { figures, link: found.link }
  const report = yield* readReports({ place: found.place, fields: others, times: {}, limit: 1 }, desk)
  return {
    figures: new Map([...figures, ...report.total]) as FiguresByField,
    link: own.length > 0 ? found.link : report.link,
  }
})

const asParts = (figures: readonly FigureToken[]): readonly AnswerPart[] =>
  figures.map(figure => ({ kind: 'figure' as const, figure }))

const asksFor = (fields: readonly FigureField[]): string => `${labelsOf(fields)} ${fields.length === 1 ? 'is' : 'are'}`

/** Below so many entrants a share says nothing. */
const ENTRANTS_OF_SHARE = 30
const FEW = `Lines with fewer than ${ENTRANTS_OF_SHARE} entrants are left out.`

/** Lines by a figure, without those of which it is not known; of shares, without those of few entrants. */
function ordered(
  lines: readonly FigureLine[],
  field: FigureField | undefined,
  order: 'most' | 'least',
  below = Number.POSITIVE_INFINITY,
): readonly FigureLine[] {
  const valued = lines.flatMap(line => {
    const token = field === undefined ? undefined : line.figures.get(field)
    const value = token?.value ?? null
    const entrants = line.figures.get('entrants')?.value
    const isFew = token?.unit === 'percent' && typeof entrants === 'number' && entrants < ENTRANTS_OF_SHARE
    return value === null || value >= below || isFew ? [] : [{ line, value }]
  })
  const sign = order === 'most' ? -1 : 1
  return valued.toSorted((one, other) => sign * (one.value - other.value)).map(({ line }) => line)
}

/** Reads the figures of a place: since the beginning or of a time, in all or by a dimension. */
export const readFigures = deskTool('read_figures', {
  description:
    'Figures of the account, a project, survey, source or supplier: since the beginning, or of what happened from `from` until before `to`; with `by` a line each of project, survey, source, supplier, manager, business unit, country, month, day, hour, state or reason, the most entrants first, or with `order` the most or the least of the first figure. Without `figures` all that there are. Allocation, LOI, target and live counts are as of now, of one thing.',
  fields: {
    ...placeFields,
    figures: Schema.optionalKey(Schema.Array(FigureField).check(Schema.isMaxLength(20))),
    by: Schema.optionalKey(LineDimension),
    from: Schema.optionalKey(AskedInstant),
    to: Schema.optionalKey(AskedInstant),
    order: Schema.optionalKey(Schema.Literals(['most', 'least'])),
    /** Only lines whose first figure is less than this. */
    below: Schema.optionalKey(Schema.Number),
  },
  run: Effect.fn('Assistant.readFigures')(function* ({ scope, id, figures: wanted, by, from, to, order, below }, desk) {
    const found = yield* placeOf(id === undefined ? { scope } : { scope, id }, desk)
    const isOfReport = by !== undefined || from !== undefined || to !== undefined
    const fields = (wanted ?? (isOfReport ? TRAFFIC_FIELDS : ROW_FIELDS)).filter(
      field => !isHidden(field, desk.caller.view),
    )
    if (fields.length === 0) return yield* new ToolRefusal({ message: NOT_SEEN })
    const notes: readonly AnswerPart[] =
      wanted !== undefined && fields.length < wanted.length ? [{ kind: 'text', text: PARTLY_SEEN }] : []
    if (!isOfReport) {
      const { figures, link } = yield* readWhole(found, fields, desk)
      const tokens = inOrder(figures, fields, desk.caller.view)
      if (tokens.length === 0)
        return yield* new ToolRefusal({
          message: `${asksFor(fields)} not counted for ${scope === 'account' ? 'the account' : `a ${scope}`} as a whole.`,
        })
      return {
        summary: `${tokens.length} figures`,
        link,
        parts: [...asParts(tokens), ...notes],
        hasFreeText: true,
      }
    }
    const unfit = fields.filter(field => !isOfReports(field))
    if (unfit.length > 0)
      return yield* new ToolRefusal({
        message: `${asksFor(unfit)} as of now and of one project, survey or source: ask without a time or “by”.`,
      })
    const times = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
    const isOfTwo = figureSources(withBasis(fields, desk.caller.view), true).size > 1
    const { total, lines, link } = yield* readReports(
      { place: found.place, fields, by, times, limit: isOfTwo || order !== undefined ? LINES_READ : LINES_MAX + 1 },
      desk,
    )
    const tokens = inOrder(total, fields, desk.caller.view)
    if (by === undefined)
      return { summary: `${tokens.length} figures`, link, parts: [...asParts(tokens), ...notes], hasFreeText: true }
    if (order !== undefined && lines.length === LINES_READ)
      return yield* new ToolRefusal({
        message: 'There are too many lines to put in order: ask about a shorter time, or a part of the account.',
      })
    const chosen = order === undefined ? lines : ordered(lines, fields[0], order, below)
    if (order !== undefined && chosen.length === 0) {
      const few = lines.length === 0 ? 'There is nothing in this time.' : below === undefined ? FEW : 'None.'
      return { summary: '0 lines', link, parts: [{ kind: 'text' as const, text: few }, ...notes], hasFreeText: true }
    }
    const items = chosen.slice(0, LINES_MAX).map(({ title, detail, at, link: own, figures }): AnswerItem => ({
      title,
      detail,
      at,
      link: own,
      figures: inOrder(figures, fields, desk.caller.view),
    }))
    return {
      summary: `${items.length} lines by ${REPORT_DIMENSIONS[by].label.toLowerCase()}`,
      link,
      parts: [{ kind: 'list' as const, items, has_more: chosen.length > LINES_MAX }, ...asParts(tokens), ...notes],
      hasFreeText: true,
    }
  }),
})
