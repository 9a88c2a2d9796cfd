import { costText, isNoFigure } from '#kit/money/cost-text.tsx'
import { whyReportPath, type TotalOfReport } from './why-report-path.ts'
import styles from './why.module.css'

/** A figure that is the total of a report, of all time, but is shown elsewhere. */
export interface WhyOfReport extends TotalOfReport {
  /** The report's column. */
  readonly figure: string
  readonly label: string
}

/** The text of a figure; pressed, it leads to its report, which tells why it changed. @param of undefined: none has it */
export function whyOfReport(of: WhyOfReport | undefined, text: string): React.ReactNode {
  if (of === undefined || isNoFigure(text)) return costText(text)
  return (
    <a
      href={`#${whyReportPath(of, of.figure)}`}
      className={styles['figure']}
      title="Why did this number change?"
      aria-label={`${of.label} ${text}: why did it change?`}
    >
      {text}
    </a>
  )
}
