import { REPORTS_WITHOUT_DATES, type ReportType } from '@desk/schema/reports/report'
import { REPORT_CALENDAR, type ReportPeriod } from '@desk/schema/reports/report-period'
import { useState } from 'react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { MomentInput } from '#kit/forms/moment-input.tsx'
import { instantOf, wallTimeIn } from '#kit/forms/wall-times.ts'
import { ALL } from '#kit/tables/list-filter.ts'
import { DAYS_UNTIL_NOW, type DaysUntilNow } from '#kit/tables/days-until-now.ts'
import { defaultDays, type ReportChoices } from './report-search.ts'
import styles from './reports.module.css'

const BETWEEN = 'between'
const BEGINNING = 'All time'
const CALENDAR_OPTIONS = Object.entries(REPORT_CALENDAR).map(([id, { label }]) => ({ id, label }))

const isPeriod = (id: string): id is ReportPeriod => id in REPORT_CALENDAR

/**
 * The time of a report in words.
 * @param zone IANA name
 * @param read between which moments the report is, once it is here
 */
export function periodWords(
  type: ReportType,
  choices: ReportChoices,
  zone: string,
  read?: { readonly from: string | undefined; readonly to: string | undefined },
): string {
  const { days = defaultDays(type), period, from, to } = choices
  if (REPORTS_WITHOUT_DATES.has(type)) return 'as of now'
  const text = (at: string) => dateTimeText(Date.parse(at), zone)
  if (period !== undefined) {
    const label = REPORT_CALENDAR[period].label.toLowerCase()
    const since =
      read?.from === undefined ? '' : `, ${text(read.from)} – ${read.to === undefined ? 'now' : text(read.to)}`
    return `of ${label}${since}`
  }
  if (from !== undefined && to !== undefined) return `${text(from)} – ${text(to)}`
  if (from !== undefined) return `from ${text(from)} on`
  if (to !== undefined) return `until ${text(to)}`
  return days === undefined ? 'since the beginning of each project' : `of the ${DAYS_UNTIL_NOW[days].toLowerCase()}`
}

/** The time of a report: presets by the calendar and until now, or two moments by the viewer's clock. @param zone IANA name */
export function ReportPeriodFilter({
  type,
  choices,
  zone,
}: {
  readonly type: ReportType
  readonly choices: ReportChoices
  readonly zone: string
}) {
  const [, change] = useUrlSearch()
  const [isChoosing, setChoosing] = useState(false)
  const { days, period, from, to } = choices
  const own = defaultDays(type)
  const isBetween = isChoosing || from !== undefined || to !== undefined
  const choose = (id: string) => {
    setChoosing(id === BETWEEN)
    if (id === BETWEEN) return
    const isCalendar = isPeriod(id)
    change({
      period: isCalendar ? id : undefined,
      days: isCalendar || id === ALL ? undefined : Number(id),
      from: undefined,
      to: undefined,
    })
  }
  const take = (name: 'from' | 'to', wallTime: string) =>
    change(
      { days: undefined, period: undefined, [name]: wallTime === '' ? undefined : instantOf(wallTime, zone) },
      true,
    )
  // Object.entries loses the key types
  const spans = Object.entries(DAYS_UNTIL_NOW) as unknown as [DaysUntilNow, string][]
  return (
    <>
      <NativeSelect
        label="Period"
        isLabelHidden
        isChosen={isBetween || period !== undefined || days !== undefined}
        options={[
          { id: ALL, label: own === undefined ? BEGINNING : DAYS_UNTIL_NOW[own] },
          ...CALENDAR_OPTIONS,
          ...spans.flatMap(([id, label]) => (Number(id) === own ? [] : [{ id: String(id), label }])),
          { id: BETWEEN, label: 'Custom range' },
        ]}
        value={isBetween ? BETWEEN : (period ?? String(days ?? ALL))}
        onChange={choose}
      />
      {isBetween ? (
        <div className={styles['between']}>
          <MomentInput
            label="From"
            value={from === undefined ? '' : wallTimeIn(from, zone)}
            onTake={input => take('from', input.value)}
            error={null}
          />
          <MomentInput
            label="Until"
            value={to === undefined ? '' : wallTimeIn(to, zone)}
            onTake={input => take('to', input.value)}
            error={null}
          />
        </div>
      ) : null}
    </>
  )
}
