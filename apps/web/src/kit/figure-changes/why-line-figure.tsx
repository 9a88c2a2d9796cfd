import type { ReportType } from '@desk/schema/reports/report'
import { NO_FIGURE } from '#ui/format/figures.ts'
import styles from './why.module.css'

/** A figure that is the total of a report, of all time, and stands elsewhere. */
export interface WhyOfReport {
  readonly report: ReportType
  /** The report's column. */
  readonly figure: string
  readonly label: string
  /** The report's query; what is undefined does not narrow it. */
  readonly query: Readonly<Record<string, string | number | undefined>>
}

/** Where the report stands, with the panel of the figure open. */
function pathOf({ report, figure, query }: WhyOfReport): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value))
  search.append('why', `report.${report}.${figure}`)
  return `#/reports/${report}?${search}`
}

/** The text of a figure; pressed, it leads to its report, which tells why it changed. @param of undefined: none has it */
export function whyOfReport(of: WhyOfReport | undefined, text: string): React.ReactNode {
  if (of === undefined || text === NO_FIGURE) return text
  return (
    <a
      href={pathOf(of)}
      className={styles['figure']}
      title="Why did this number change?"
      aria-label={`${of.label} ${text}: why did it change?`}
    >
      {text}
    </a>
  )
}
