import type { Reason } from '@desk/machines/journal/reasons'
import styles from './step-panel.module.css'

const answer = ({ guard, holds }: Reason): string => {
  if (guard === null) return 'always'
  return holds === null ? `${guard}: depends on what it carries` : `${guard}: ${holds ? 'yes' : 'no'}`
}

export interface ReasonTableProps {
  readonly label: string
  readonly reasons: readonly Reason[]
  /** Whether to show the events' names: not when all rows have the same event. */
  readonly hasEvent: boolean
}

/** A machine's transitions for events, each with its guard's answer. */
export function ReasonTable({ label, reasons, hasEvent }: ReasonTableProps) {
  return (
    <table className={styles['reasons']} aria-label={label}>
      <thead>
        <tr>
          {hasEvent ? <th scope="col">Event</th> : null}
          <th scope="col">Guard</th>
          <th scope="col">Leads to</th>
          <th scope="col">Does</th>
        </tr>
      </thead>
      <tbody>
        {reasons.map((reason, index) => (
          <tr
            key={`${index} ${reason.event}`}
            data-taken={(!hasEvent && reason.isTaken) || undefined}
            data-refused={reason.holds === false || undefined}
          >
            {hasEvent ? <th scope="row">{reason.event}</th> : null}
            <td>
              {answer(reason)}
              {!hasEvent && reason.isTaken ? <strong> · taken</strong> : null}
            </td>
            <td>{reason.target ?? 'stays'}</td>
            <td>{reason.actions.join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
