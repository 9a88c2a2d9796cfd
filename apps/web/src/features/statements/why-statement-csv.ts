import type { StatementChange } from '@desk/schema/statements/statement-change'
import { causeWords } from '#kit/figure-changes/why-words.ts'
import { csvLine } from '#ui/table/csv-export.ts'
import { kindText } from './statement-words.ts'
import { figureOfPart, STATEMENT_FIGURES, type StatementFigure } from './why-statement.ts'

/** A change of a statement as the panel shows it (§9.11). */
export function csvOfStatementChange(change: StatementChange, figure: StatementFigure): string {
  const { before, after, parts, others } = change
  const { label, isMoney } = STATEMENT_FIGURES[figure]
  const amount = (value: number) => (isMoney ? (value / 100).toFixed(2) : String(value))
  return [
    csvLine([
      'Cause',
      'What',
      'Statement',
      'Project',
      'Request',
      'Reason',
      'Lines',
      isMoney ? `${label} (money)` : label,
    ]),
    csvLine(['Before', '', '', '', '', '', String(before.lines), amount(before[figure])]),
    ...parts
      .filter(part => figureOfPart(figure, part) !== 0)
      .map(part =>
        csvLine([
          causeWords({ ...part, rule: null }),
          kindText(part),
          part.of_name,
          part.project_name,
          part.request_number === null ? '' : String(part.request_number),
          part.reason_code === null ? '' : String(part.reason_code),
          String(part.lines),
          amount(figureOfPart(figure, part)),
        ]),
      ),
    ...(others === null
      ? []
      : [
          csvLine([
            `${others.parts} smaller parts`,
            '',
            '',
            '',
            '',
            '',
            String(others.sums.lines),
            amount(others.sums[figure]),
          ]),
        ]),
    csvLine(['After', '', '', '', '', '', String(after.lines), amount(after[figure])]),
  ].join('')
}
