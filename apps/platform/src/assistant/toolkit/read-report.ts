import { AssistantScope, type AssistantPlace, type FigureToken } from '@desk/schema/assistant/figure-token'
import { lineKey, lineName, type ReportLine } from '@desk/schema/reports/report-columns'
import { Effect, Schema } from 'effect'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { figureSources, withBasis, type FigureField, type FigureSource, type LineDimension } from './figure-fields.ts'
import { figuresOf, type FigureContext } from './figure.ts'
import { reportFilters, reportPath } from './places.ts'
import type { ToolDesk } from './tool.ts'

/** A time, with open ends where they are left out. */
export interface AskedTimes {
  readonly from?: string
  readonly to?: string
}

interface AskedReport {
  readonly place: AssistantPlace
  readonly fields: readonly FigureField[]
  readonly by?: LineDimension | undefined
  readonly times: AskedTimes
  /** How many lines are read at most. */
  readonly limit: number
}

/** Figures by their fields; those that the view hides are not there. */
export type FiguresByField = ReadonlyMap<FigureField, FigureToken>

/** A line of figures. */
export interface FigureLine {
  readonly key: string
  readonly title: string
  /** The difference from others of its title; null: no other has it. */
  readonly detail: string | null
  /** Of an hour: when it begins. */
  readonly at: string | null
  readonly link: string | null
  readonly figures: FiguresByField
}

export interface ReadReport {
  readonly total: FiguresByField
  readonly lines: readonly FigureLine[]
  readonly link: string
}

const isScope = Schema.is(AssistantScope)

/** The place of a line: the thing itself, else its part of the place. */
function placeOfLine(line: ReportLine, by: LineDimension, place: AssistantPlace): AssistantPlace {
  const named = lineKey(line, by)
  return isScope(by) && typeof named?.id === 'number'
    ? { scope: by, id: named.id, name: named.name }
    : { ...place, name: `${place.name}, ${lineName(line, by)}` }
}

const SCREENS: Partial<Record<LineDimension, string>> = { project: '/projects', supplier: '/suppliers' }

const reportOf = (source: FigureSource, query: Readonly<Record<string, string | number>>, { calls }: ToolDesk) =>
  source === 'costs' || source === 'suppliers'
    ? calls.reports.read({ params: { type: source }, query })
    : calls.reports.traffic({ query })

/** Reads figures from the reports that have them: the total of a place, and its lines by a dimension. */
export const readReports = Effect.fn('Assistant.readReports')(function* (
  { place, fields, by, times, limit }: AskedReport,
  desk: ToolDesk,
) {
  const filters = reportFilters(place)
  const choices = { ...filters, ...(by === undefined ? {} : { by }), ...times }
  const { from = null, to = null } = times
  const total = new Map<FigureField, FigureToken>()
  const lines = new Map<string, FigureLine & { readonly figures: Map<FigureField, FigureToken> }>()
  let link: string | undefined
  for (const [source, wanted] of figureSources(withBasis(fields, desk.caller.view), true)) {
    const report = yield* reportOf(source, { ...choices, limit: by === undefined ? 1 : limit }, desk)
    const path = reportPath(source === 'row' ? 'traffic' : source, choices)
    const context: FigureContext = {
      place,
      link: path,
      at: desk.at,
      ...(from === null && to === null ? {} : { range: { from, to } }),
    }
    link ??= path
    putFigures(total, report.total, wanted, context)
    if (by === undefined) continue
    for (const line of report.lines) {
      const id = lineKey(line, by)?.id ?? null
      const key = String(id)
      const known = lines.get(key) ?? lineOf(line, by, key, id)
      putFigures(known.figures, line, wanted, { ...context, place: placeOfLine(line, by, place) })
      lines.set(key, known)
    }
  }
  return { total, lines: [...lines.values()], link: link ?? '/reports/traffic' } satisfies ReadReport
})

function lineOf(line: ReportLine, by: LineDimension, key: string, id: number | string | null) {
  const screen = SCREENS[by]
  return {
    key,
    title: by === 'hour' ? 'From' : lineName(line, by),
    detail: null,
    at: by === 'hour' && typeof id === 'string' ? id : null,
    link: screen === undefined || id === null ? null : `${screen}/${id}`,
    figures: new Map<FigureField, FigureToken>(),
  }
}

function putFigures(
  into: Map<FigureField, FigureToken>,
  row: object,
  fields: readonly FigureField[],
  context: FigureContext,
): void {
  for (const field of fields) for (const token of figuresOf(row, [field], context)) into.set(field, token)
}

/** Figures in the order in which they are asked for; where costs are not known for all completes, for how many they are. */
export function inOrder(
  figures: FiguresByField,
  fields: readonly FigureField[],
  view: StreamViewType,
): readonly FigureToken[] {
  return (isPartlyKnown(figures) ? withBasis(fields, view) : fields).flatMap(field => figures.get(field) ?? [])
}

/** Whether the supply price of some completes is not known. */
export const isPartlyKnown = (figures: FiguresByField): boolean =>
  figures.get('pricedCompletes')?.value !== figures.get('completes')?.value ||
  figures.get('adjusted_priced')?.value !== figures.get('adjusted_completes')?.value
