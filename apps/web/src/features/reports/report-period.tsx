import { REPORTS_WITHOUT_DATES, type ReportType } from '@desk/schema/reports/report'
import { useState } from 'react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { MomentInput } from '#kit/forms/moment-input.tsx'
import { instantOf, wallTimeIn } from '#kit/forms/wall-times.ts'
import { ALL } from '#kit/tables/list-filter.ts'
import { defaultPeriod, REPORT_PERIODS, type ReportChoices, type ReportPeriod } from './report-search.ts'
import styles from './reports.module.css'

const BETWEEN = 'between'
const BEGINNING = 'Since the beginning'

/** The time of a report in words. @param zone IANA name */
export function periodWords(type: ReportType, choices: ReportChoices, zone: string): string {
  const { days = defaultPeriod(type), from, to } = choices
  if (REPORTS_WITHOUT_DATES.has(type)) return 'as of now'
  const text = (at: string) => dateTimeText(Date.parse(at), zone)
  if (from !== undefined && to !== undefined) return `${text(from)} – ${text(to)}`
  if (from !== undefined) return `from ${text(from)} on`
  if (to !== undefined) return `until ${text(to)}`
  return days === undefined ? 'since the beginning of each project' : `of the ${REPORT_PERIODS[days].toLowerCase()}`
}

/** The time of a report: presets until now, or two moments by the viewer's clock. @param zone IANA name */
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
  const { days, from, to } = choices
  const own = defaultPeriod(type)
  const isBetween = isChoosing || from !== undefined || to !== undefined
  const choose = (id: string) => {
    setChoosing(id === BETWEEN)
    if (id !== BETWEEN) change({ days: id === ALL ? undefined : Number(id), from: undefined, to: undefined })
  }
  const take = (name: 'from' | 'to', wallTime: string) =>
    change({ days: undefined, [name]: wallTime === '' ? undefined : instantOf(wallTime, zone) }, true)
  // Object.entries loses the key types
  const periods = Object.entries(REPORT_PERIODS) as unknown as [ReportPeriod, string][]
  return (
    <>
      <NativeSelect
        label="Period"
        options={[
          { id: ALL, label: own === undefined ? BEGINNING : REPORT_PERIODS[own] },
          ...periods.flatMap(([id, label]) => (Number(id) === own ? [] : [{ id: String(id), label }])),
          { id: BETWEEN, label: 'Between two moments' },
        ]}
        value={isBetween ? BETWEEN : String(days ?? ALL)}
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
