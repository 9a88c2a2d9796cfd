import { FIELD_COLUMNS } from '@desk/schema/columns/field-columns'
import { COST_UNKNOWN, knownFor } from '@desk/schema/columns/supply-cost'
import { forecastOf } from '@desk/schema/forecasts/forecast'
import type { FieldFacts } from '@desk/schema/figures/field-facts'
import type { Figures } from '@desk/schema/figures/figures'
import { completesByHour } from '@desk/schema/figures/recent-hours'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { countText, moneyText } from '#ui/format/figures.ts'
import { momentText } from '#ui/format/moments.ts'
import { hourText, sinceText } from '#ui/format/times.ts'
import type { DataColumn, Remark } from '#ui/table/column.ts'
import type { ForecastPlace } from '#kit/forecasts/forecast-request.ts'
import { FullBy } from '#kit/forecasts/full-by.tsx'
import { liveHead } from './fact-columns.ts'
import styles from './field-columns.module.css'
import {
  changeSinceYesterday,
  completesToday,
  daysLeftOf,
  dueByNow,
  lastDayFromMs,
  neededPerDay,
  pacePerDay,
  remainingOf,
  type FieldMoment,
  type FieldRow,
} from './field-time.ts'
import { cents, unknownCost } from './figure-columns.ts'

/** Fewer are missing every day somewhere. */
const BEHIND_COMPLETES = 10
const BEHIND_SHARE = 0.1

function dueRemark(row: FieldRow, nowMs: number): Remark | null {
  const forecast = forecastOf(row.forecast)
  const due = forecast?.expected_now ?? dueByNow(row, nowMs)
  if (due === null) return null
  const missing = due - row.completes
  const isBehind = missing >= BEHIND_COMPLETES && missing > due * BEHIND_SHARE
  const by = forecast?.expected_now == null ? 'at an even pace' : 'to be full by out of field'
  const text = `${countText(due)} are due by now ${by}${isBehind ? `: ${countText(missing)} are missing` : ''}`
  return isBehind ? { text, tone: 'amber' } : { text }
}

const irRemark = ({ is_under_ir, stated_ir }: Partial<FieldFacts>): Remark | null =>
  is_under_ir === true
    ? { text: `Below the stated IR of ${stated_ir} % by more than the survey’s limit`, tone: 'red' }
    : null

const loiRemark = ({ is_over_loi, stated_loi }: Partial<FieldFacts>): Remark | null =>
  is_over_loi === true
    ? { text: `Above the stated LOI of ${stated_loi} min by more than the survey’s limit`, tone: 'red' }
    : null

const cpiRemark = ({ supplierCpi, sell_price }: Partial<Figures & FieldFacts>): Remark | null =>
  typeof supplierCpi === 'number' && typeof sell_price === 'number' && supplierCpi > sell_price
    ? { text: `Above the sell price of ${moneyText(cents(sell_price))}`, tone: 'red' }
    : null

/** @param of a row, or the totals by column */
function marginRemark(of: Partial<Figures & FieldFacts>): Remark | null {
  const { completes, pricedCompletes, margin } = of
  const known =
    completes === undefined || pricedCompletes === undefined ? null : knownFor('Margin', { completes, pricedCompletes })
  if (typeof margin === 'number' && margin < 0)
    return { text: known ?? 'The completes cost more than they brought', tone: 'red' }
  return known === null ? null : { text: known }
}

/** The figure columns of live rows, with what they are judged by: the completes that are due, stated values, limits and the sell price. */
export function judgedFigures<Row extends FieldRow>(
  columns: readonly DataColumn<Row>[],
  { nowMs }: Pick<FieldMoment, 'nowMs'>,
): DataColumn<Row>[] {
  // `remark` gets a row of these columns, or totals, which have no status
  const dueOf = (of: object) => ('statusid' in of ? dueRemark(of as Row, nowMs) : null)
  return columns.map(column => {
    switch (column.id) {
      case 'completes':
        return {
          ...column,
          width: 116,
          due: row => forecastOf(row.forecast)?.expected_now ?? dueByNow(row, nowMs),
          ahead: row => forecastOf(row.forecast)?.expected_at_end ?? null,
          remark: dueOf,
        }
      case 'ir':
        return { ...column, remark: irRemark }
      case 'loi':
        return { ...column, width: 80, stated: row => row.stated_loi, remark: loiRemark }
      case 'supplierCpi':
        return { ...column, remark: cpiRemark }
      default:
        return column
    }
  })
}

const daysText = (row: FieldRow, nowMs: number): string | null => daysLeftOf(row, nowMs)?.toFixed(1) ?? null
const withSign = (change: number): string => (change > 0 ? `+${countText(change)}` : countText(change))

/** The columns of field work and money that a viewer gets (day.md §3). @param placeOf the object of a row */
export function fieldColumns<Row extends FieldRow>(
  view: StreamViewType,
  at: FieldMoment,
  placeOf: (row: Row) => ForecastPlace,
): DataColumn<Row>[] {
  const { nowMs, zone } = at
  return [
    {
      ...liveHead('recent', FIELD_COLUMNS.recent),
      value: row => pacePerDay(row, nowMs),
      uses: ['recent_hours'],
      render: row => <Sparkline hours={row.recent_hours} {...at} />,
    },
    {
      ...liveHead('fullBy', FIELD_COLUMNS.fullBy),
      align: 'end',
      value: row => forecastOf(row.forecast)?.p50_at ?? null,
      uses: ['forecast', 'completes', 'statusid'],
      render: row => <FullBy row={row} place={placeOf(row)} at={at} />,
    },
    { ...liveHead('today', FIELD_COLUMNS.today), value: row => completesToday(row, at) },
    {
      ...liveHead('sinceYesterday', FIELD_COLUMNS.sinceYesterday),
      align: 'end',
      value: row => changeSinceYesterday(row, at),
      uses: ['recent_hours'],
      render: row => withSign(changeSinceYesterday(row, at)),
    },
    {
      ...liveHead('pace', FIELD_COLUMNS.pace),
      value: row => pacePerDay(row, nowMs),
      stated: row => neededPerDay(row, nowMs),
    },
    { ...liveHead('remaining', FIELD_COLUMNS.remaining), value: remainingOf },
    {
      ...liveHead('daysLeft', FIELD_COLUMNS.daysLeft),
      align: 'end',
      value: row => daysText(row, nowMs),
      uses: ['ends_at', 'statusid'],
      render: row =>
        row.ends_at === null ? null : <span title={momentText(row.ends_at, zone)}>{daysText(row, nowMs)}</span>,
    },
    {
      ...liveHead('lastComplete', FIELD_COLUMNS.lastComplete),
      value: row => row.last_complete_at,
      uses: ['last_complete_at'],
      render: ({ last_complete_at: last }) =>
        last === null ? null : <span title={momentText(last, zone)}>{sinceText(last, zone, nowMs)}</span>,
    },
    { ...liveHead('sellPrice', FIELD_COLUMNS.sellPrice), value: row => cents(row.sell_price) },
    { ...liveHead('revenue', FIELD_COLUMNS.revenue), value: row => cents(row.revenue) },
    ...(view === 'internal'
      ? [
          {
            ...liveHead('margin', FIELD_COLUMNS.margin),
            value: (row: Row) => cents(row.margin),
            ...unknownCost(COST_UNKNOWN),
            remark: marginRemark,
          },
        ]
      : []),
  ]
}

const HEIGHT = 18

/** The completes of the last 24 hours as bars, the present hour last. */
function Sparkline({ hours, nowMs, zone }: FieldMoment & { readonly hours: string | null }) {
  const counts = completesByHour(hours, lastDayFromMs(nowMs), nowMs)
  const most = Math.max(...counts)
  if (hours === null || most === 0) return null
  const sum = counts.reduce((total, count) => total + count, 0)
  const peakMs = Math.ceil(lastDayFromMs(nowMs) / 3_600_000) * 3_600_000 + counts.indexOf(most) * 3_600_000
  const words = `${countText(sum)} in 24 hours, most at ${hourText(peakMs, zone)}: ${countText(most)}`
  const bars = counts.map((count, index) => {
    const height = (count / most) * HEIGHT
    return count === 0 ? '' : `M${index * 3} ${HEIGHT}v${-Math.max(1, height)}h2v${Math.max(1, height)}z`
  })
  return (
    <svg role="img" aria-label={words} viewBox={`0 0 72 ${HEIGHT}`} className={styles['sparkline']}>
      <title>{words}</title>
      <path d={bars.join('')} />
    </svg>
  )
}
