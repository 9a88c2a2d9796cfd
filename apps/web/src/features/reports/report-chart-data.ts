import {
  columnsOfReport,
  lineKey,
  reportCell,
  reportFigure,
  type ReportColumn,
} from '@desk/schema/reports/report-columns'
import type { ReportDimension, ReportType } from '@desk/schema/reports/report'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { ReportRow } from './report-columns.tsx'

/** The key of one bar, with its value in the unit of its column. */
export interface ReportBar {
  readonly key: string
  /** The instant of its beginning where it is an hour. */
  readonly label: string
  readonly value: number
}

export interface ReportBars {
  /** Bars of a time follow its order; others are the largest ones. */
  readonly isOfTime: boolean
  readonly isOfHours: boolean
  readonly bars: readonly ReportBar[]
  /** How many more there are. */
  readonly left: number
}

const MOST_BARS = 15
const MOST_TIMES = 400

/** The figure that a chart shows unless one chooses another: the first that the view has. */
const OWN_FIGURES: Readonly<Record<ReportType, readonly string[]>> = {
  traffic: ['completes'],
  suppliers: ['completes'],
  terminations: ['respondents'],
  managers: ['completes'],
  costs: ['margin', 'revenue'],
  hours: ['completes'],
  quotas: ['completes'],
  reconciliation: ['rejected'],
}

const ADDS_UP: ReadonlySet<ReportColumn['kind']> = new Set(['integer', 'money', 'change'])
const TIMES: readonly string[] = ['hour', 'day', 'month']

/** The figures that bars can show: those of several lines add up, a ratio is shown where each bar is one line. */
export function chartFigures(
  type: ReportType,
  by: readonly ReportDimension[],
  view: StreamViewType,
): readonly ReportColumn[] {
  const own = OWN_FIGURES[type]
  const figures = columnsOfReport(type, by, view).filter(
    ({ kind, dimension }) => dimension === undefined && ADDS_UP.has(kind),
  )
  return figures.toSorted((one, other) => rank(own, one) - rank(own, other))
}

const rank = (own: readonly string[], { id }: ReportColumn): number => {
  const at = own.indexOf(id)
  return at === -1 ? own.length : at
}

/** The bars of a report: by time where its lines have one, else the largest lines. */
export function reportBars(
  type: ReportType,
  by: readonly ReportDimension[],
  view: StreamViewType,
  figure: string,
  rows: readonly ReportRow[],
): ReportBars {
  const columns = columnsOfReport(type, by, view)
  const time = columns.find(({ id }) => TIMES.includes(id))
  const heads =
    time === undefined ? columns.filter(({ dimension, kind }) => dimension !== undefined || kind === 'text') : [time]
  const bars = new Map<string, ReportBar>()
  for (const row of rows) {
    const label = heads
      .flatMap(column => {
        const text =
          column.id === 'hour' ? (lineKey(row, 'hour')?.name ?? reportCell(column, row)) : reportCell(column, row)
        return text === null || text === '' ? [] : [String(text)]
      })
      .join(' · ')
    // two things of one name are two bars
    const key = heads
      .map(column => String((column.dimension && lineKey(row, column.dimension)?.id) ?? reportCell(column, row)))
      .join(' · ')
    const value = (reportFigure(row, figure) ?? 0) + (bars.get(key)?.value ?? 0)
    bars.set(key, { key, label, value })
  }
  const all = [...bars.values()]
  if (time !== undefined) {
    const inOrder = all.toSorted((one, other) => (one.label < other.label ? -1 : 1))
    return {
      isOfTime: true,
      isOfHours: time.id === 'hour',
      bars: inOrder.slice(-MOST_TIMES),
      left: Math.max(0, all.length - MOST_TIMES),
    }
  }
  const largest = all
    .filter(({ value }) => value !== 0)
    .toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value))
  return {
    isOfTime: false,
    isOfHours: false,
    bars: largest.slice(0, MOST_BARS),
    left: Math.max(0, largest.length - MOST_BARS),
  }
}
