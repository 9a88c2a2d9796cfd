import { csvLine } from '#ui/table/csv-export.ts'
import { causeWords, eventBy, eventWords, statesWords, supplierWords, type ExplainedChange } from './why-words.ts'

const UNITS = { respondents: '', cents: ' (money)', seconds: ' (seconds)' } as const

/**
 * A change as the panel shows it (§9.11): its parts, and what happened to statuses and targets.
 * @param momentOf a moment in the viewer's zone
 */
export function csvOfChange(change: ExplainedChange, momentOf: (at: string) => string): string {
  const { terms, parts, others, events } = change
  const amount = (at: number, value: number) => (terms[at]?.unit === 'cents' ? (value / 100).toFixed(2) : String(value))
  const hasSuppliers = parts.some(({ supplier }) => supplier !== undefined)
  const blank = ['', '', ...(hasSuppliers ? [''] : []), '']
  const line = (first: string, values: readonly number[]) =>
    csvLine([first, ...blank, ...values.map((value, at) => amount(at, value))])
  return [
    csvLine([
      'Cause',
      'States',
      ...(hasSuppliers ? ['Supplier'] : []),
      'Respondents',
      'Request',
      ...terms.map(({ label, unit }) => `${label}${UNITS[unit]}`),
    ]),
    line(
      'Before',
      terms.map(({ before }) => before),
    ),
    ...parts.map(part =>
      csvLine([
        causeWords(part),
        statesWords(part),
        ...(hasSuppliers ? [supplierWords(part) ?? ''] : []),
        String(part.respondents),
        part.request_number === null ? '' : String(part.request_number),
        ...part.changes.map((value, at) => amount(at, value)),
      ]),
    ),
    ...(others === null ? [] : [line(`${others.parts} smaller parts`, others.changes)]),
    line(
      'After',
      terms.map(({ after }) => after),
    ),
    ...events.map(event => csvLine([eventWords(event), momentOf(event.at), eventBy(event)])),
  ].join('')
}
