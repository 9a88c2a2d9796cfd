import { REVIEW_STATES, type FlaggedComplete } from '@desk/schema/defender/review'
import { reasonLabel } from '@desk/schema/reconciliation/reasons'
import { useEffect, useRef } from 'react'
import { PageList } from '#kit/tables/page-list.tsx'
import { momentText } from '#ui/format/moments.ts'
import { GivenId } from '#ui/given-id.tsx'
import { withMarksNamed } from '#ui/format/invisible-marks.ts'
import { DecisionHistory } from './decision-history.tsx'
import styles from './review.module.css'
import { doorCause } from '@desk/schema/respondents/door-rules'

/** The rules' objections to a complete: 'Country not taken: CA (US)'. */
const verdictWords = ({ verdicts }: Pick<FlaggedComplete, 'verdicts'>): readonly string[] =>
  verdicts.map(({ rule, threshold, value }) => {
    const cause = doorCause({ rule, threshold, value }) ?? rule
    return threshold === '' ? cause : `${cause} (${threshold})`
  })

const HEADS = ['Complete', 'Verdicts of the rules', 'Length', 'Reviewed']
const SECONDS = 60

export interface FlaggedTableProps {
  readonly rows: readonly FlaggedComplete[]
  /** The place of the one that keys act on. */
  readonly chosen: number
  readonly onChoose: (at: number) => void
  readonly zone: string
}

/** Flagged completes, one of them chosen. */
export function FlaggedTable({ rows, chosen, onChoose, zone }: FlaggedTableProps) {
  return (
    <PageList label="Flagged completes" region="Flagged completes, scrollable" heads={HEADS}>
      {rows.map((row, at) => (
        <Row key={row.rdud} row={row} isChosen={at === chosen} onChoose={() => onChoose(at)} zone={zone} />
      ))}
    </PageList>
  )
}

interface RowProps {
  readonly row: FlaggedComplete
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly zone: string
}

function Row({ row, isChosen, onChoose, zone }: RowProps) {
  const element = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const {
    rid,
    rdud,
    project_name: project,
    survey_name: survey,
    source_name: source,
    supplier,
    completed_at: completedAt,
  } = row
  const minutes = row.interview_seconds === null ? null : row.interview_seconds / SECONDS
  return (
    <tr ref={element} aria-selected={isChosen} className={styles['row']} onClick={onChoose}>
      <th scope="row">
        <button
          type="button"
          className={styles['choose']}
          onClick={onChoose}
          aria-label={`Choose ${withMarksNamed(rid)}`}
          aria-pressed={isChosen}
        >
          <GivenId text={rid} />
        </button>
        <span className={styles['meta']}>{rdud}</span>
        <span className={styles['meta']}>
          {[project, survey, source, ...(supplier === undefined || supplier === null ? [] : [supplier])].join(' · ')}
        </span>
        <span className={styles['meta']}>{completedAt === null ? '' : momentText(completedAt, zone)}</span>
      </th>
      <td>
        <ul className={styles['said']}>
          {verdictWords(row).map(words => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </td>
      <td className={styles['length']}>
        {minutes === null ? '-' : `${minutes.toFixed(1)} min`}
        <span className={styles['meta']}>of {row.loi_minutes.toFixed(0)} stated</span>
      </td>
      <td>
        <strong>{row.code === 50 ? 'Rejected' : REVIEW_STATES[row.state].label}</strong>
        <ul className={styles['said']}>
          {row.decisions.map(({ uid, by, decision, reason_code: reason, at }) => (
            <li key={uid}>
              {by ?? 'Somebody'}: {decision}
              {reason === null ? '' : `, ${reasonLabel(reason) ?? reason}`}
              <span className={styles['meta']}>{momentText(at, zone)}</span>
            </li>
          ))}
        </ul>
        {isChosen ? <DecisionHistory rdud={rdud} zone={zone} /> : null}
      </td>
    </tr>
  )
}
