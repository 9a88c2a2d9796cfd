import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import {
  FigureUnit,
  type AssistantPlace,
  type FigureRange,
  type FigureToken,
} from '@desk/schema/assistant/figure-token'
import { FIGURE_COLUMN_LIST } from '@desk/schema/columns/figure-columns'
import { isCostUnknown } from '@desk/schema/columns/supply-cost'
import { columnsOfReport } from '@desk/schema/reports/report-columns'
import { Schema } from 'effect'

/** A figure's name and origin. */
export interface FigureKind {
  readonly id: string
  readonly label: string
  readonly unit: FigureUnit
  readonly formula: string | null
  /** Why it is not known where there are completes and it is null; left out: null is no figure. */
  readonly unknown?: string | undefined
}

const OWN: readonly FigureKind[] = [
  { id: 'target', label: 'Target', unit: 'integer', formula: 'The completes that are wanted' },
  { id: 'left', label: 'Completes left', unit: 'integer', formula: 'Target − completes, 0 at least' },
  { id: 'live_projects', label: 'Live projects', unit: 'integer', formula: 'Projects whose status is live' },
  { id: 'live_surveys', label: 'Live surveys', unit: 'integer', formula: 'Surveys that take respondents' },
  { id: 'live_sources', label: 'Live sources', unit: 'integer', formula: 'Sources that take respondents' },
  { id: 'respondents', label: 'Respondents', unit: 'integer', formula: 'Respondents who are in that state now' },
  { id: 'share', label: '% of entrants', unit: 'percent', formula: 'Their share of all entrants' },
  {
    id: 'full_chance',
    label: 'Full by out of field',
    unit: 'percent',
    formula: 'Share of like finished sources that would be full by then',
  },
  {
    id: 'expected_at_end',
    label: 'Expected by out of field',
    unit: 'integer',
    formula: 'Completes of its pace by then',
  },
  { id: 'like_sources', label: 'Sources behind it', unit: 'integer', formula: 'Finished sources that give the band' },
  { id: 'finishes_scored', label: 'Finishes', unit: 'integer', formula: 'The latest finishes that had a forecast' },
  { id: 'finishes_within', label: 'Within the band', unit: 'integer', formula: 'Finishes within their forecast band' },
  { id: 'progress', label: 'Progress', unit: 'percent', formula: 'Completes ÷ target' },
]

const isUnit = Schema.is(FigureUnit)

/** The figures that reports have and tables have not. */
const OF_REPORTS: readonly FigureKind[] = (['costs', 'suppliers'] as const).flatMap(type =>
  columnsOfReport(type, [], 'internal').flatMap(({ id, label, kind, formula = null, unknown }) => {
    const unit = kind === 'change' ? 'money' : kind
    return isUnit(unit) ? [{ id, label, unit, formula, unknown }] : []
  }),
)

/** Every figure that an answer can hold, by its field. */
export const FIGURE_KINDS: ReadonlyMap<string, FigureKind> = new Map(
  [
    ...OF_REPORTS,
    ...FIGURE_COLUMN_LIST.map(({ id, label, kind, formula, unknown }) => ({ id, label, unit: kind, formula, unknown })),
    ...OWN,
  ].map(kind => [kind.id, kind]),
)

/** Of what, of when and from where figures are. */
export interface FigureContext {
  readonly place: AssistantPlace
  readonly link: string
  readonly at: Date
  readonly range?: FigureRange
  readonly position?: number | undefined
}

/** A figure as a token; the record of the answer gives it its name and its call. */
export function figureToken(
  { label, unit, formula }: FigureKind,
  value: number | null,
  { place, link, at, range, position }: FigureContext,
): FigureToken {
  return {
    figure_id: '',
    label,
    value,
    unit,
    currency: unit === 'money' ? ACCOUNT_CURRENCY : null,
    scope: place,
    range: range ?? null,
    as_of: at.toISOString(),
    position: position ?? null,
    formula,
    link,
    tool_call: 0,
  }
}

/** The figures of a row by these fields; a field that the row lacks, since the view hides it, is left out. */
export function figuresOf(row: object, ids: readonly string[], context: FigureContext): readonly FigureToken[] {
  return ids.flatMap(id => {
    const kind = FIGURE_KINDS.get(id)
    const value: unknown = Reflect.get(row, id)
    if (kind === undefined || (value !== null && typeof value !== 'number')) return []
    const { unknown } = kind
    const token = figureToken(kind, value, context)
    return [value === null && unknown !== undefined && isCostUnknown(row) ? { ...token, unknown } : token]
  })
}
