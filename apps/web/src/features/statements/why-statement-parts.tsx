import type { StatementChange, StatementChangePart } from '@desk/schema/statements/statement-change'
import { reasonText } from '@desk/schema/reconciliation/reasons'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { causeWords } from '#kit/figure-changes/why-words.ts'
import why from '#kit/figure-changes/why.module.css'
import { balanceText, withMinus } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { countText, kindText, nameText } from './statement-words.ts'
import type { Side } from './sides.ts'
import { figureOfPart, STATEMENT_FIGURES, type StatementFigure } from './why-statement.ts'

export interface WhyStatementPartsProps {
  readonly change: StatementChange
  readonly figure: StatementFigure
  readonly side: Side
  /** Whether the change is of all statements of the month: its parts name whose they are. */
  readonly isOfAll: boolean
  /** IANA name */
  readonly zone: string
}

const keyOf = (part: StatementChangePart): string =>
  [part.kind, part.origin, part.pm_proj_ud, part.of_id, part.cause, part.reason_code, part.request_number].join(' ')

/** A statement figure's value before and now, and the lines between, which sum to the difference. */
export function WhyStatementParts({ change, figure, side, isOfAll, zone }: WhyStatementPartsProps) {
  const { before, after, others, currency, newest } = change
  const { label, isMoney } = STATEMENT_FIGURES[figure]
  const text = (value: number) => (isMoney ? balanceText(value, currency) : withMinus(value.toLocaleString('en-US')))
  const signed = (value: number) => (value > 0 ? `+${text(value)}` : text(value))
  const parts = change.parts.filter(part => figureOfPart(figure, part) !== 0)
  const sum = parts.reduce((all, part) => all + figureOfPart(figure, part), others?.sums[figure] ?? 0)
  const isWhole = after[figure] - before[figure] === sum
  return (
    <>
      <dl className={why['terms']}>
        <div>
          <dt>{label}</dt>
          <dd>
            {text(before[figure])} → <strong>{text(after[figure])}</strong>{' '}
            <span className={why['change']}>{signed(after[figure] - before[figure])}</span>
          </dd>
        </div>
      </dl>
      <p role="status" className={isWhole ? why['whole'] : why['fault']}>
        {isWhole
          ? 'The changes add up to the difference.'
          : 'The parts do not sum to the difference. Please report it: the statement and its lines disagree.'}
      </p>
      {parts.length === 0 && others === null ? (
        <p className={why['note']}>No line changed it in this time.</p>
      ) : (
        <table className={why['parts']} aria-label="Parts of the change">
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col" data-figure>
                {label}
              </th>
            </tr>
          </thead>
          <tbody>
            {parts.map(part => (
              <tr key={keyOf(part)}>
                <th scope="row">
                  <span className={why['cause']}>{causeWords({ ...part, rule: null })}</span>
                  <span className={why['states']}>{kindText(part)}</span>
                  {isOfAll && side !== 'project' ? (
                    <span className={why['states']}>{nameText(side, part.of_name)}</span>
                  ) : null}
                  <span className={why['states']}>{part.project_name}</span>
                  <span className={why['states']}>
                    {countText(part.lines, 'line')}
                    {part.reason_code === null ? '' : `, ${reasonText(part.reason_code)}`}
                  </span>
                </th>
                <td data-figure>{signed(figureOfPart(figure, part))}</td>
              </tr>
            ))}
            {others === null ? null : (
              <tr>
                <th scope="row">{others.parts} smaller parts</th>
                <td data-figure>{signed(others.sums[figure])}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total change</th>
              <td data-figure>{signed(sum)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {newest.length === 0 ? null : (
        <section>
          <h3 className={why['name']}>Newest lines</h3>
          <ul className={why['respondents']}>
            {newest.map(line => (
              <li key={`${line.rdud} ${line.at} ${line.to_code}`}>
                {dateTimeText(Date.parse(line.at), zone)}: {RESPONDENT_STATE_LABELS[line.to_code]},{' '}
                {balanceText(line.amount_cents, currency)}
                <span className={why['states']}>{line.rdud}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
