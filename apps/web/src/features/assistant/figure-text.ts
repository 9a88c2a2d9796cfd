import type { FigureToken } from '@desk/schema/assistant/figure-token'
import { NO_FIGURE, UNKNOWN } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { cellText } from '#ui/table/column.ts'

/** The value of a figure as the tables write it; a figure that exists and is not known has their dash. */
export function figureText({ value, unknown, unit, currency }: FigureToken): string {
  if (value === null) return unknown === undefined ? NO_FIGURE : UNKNOWN
  const text = cellText(
    { kind: unit, ...(currency === null ? {} : { currency }) },
    unit === 'money' ? value * 100 : value,
  )
  return unit === 'minutes' ? `${text} min` : text
}

/** Of what and of when a figure is, or why it is not known: for its tooltip and for screen readers. */
export function figureFacts({ scope, range, as_of: asOf, formula, unknown }: FigureToken, zone: string): string {
  const moment = (at: string) => dateTimeText(Date.parse(at), zone)
  const of = `${scope.scope === 'account' ? 'the account' : scope.scope} ${scope.name}`
  const when =
    range === null
      ? 'since the beginning'
      : `${range.from === null ? 'since the beginning' : `from ${moment(range.from)}`}${range.to === null ? '' : ` to ${moment(range.to)}`}`
  return `Of ${of}, ${when}; as of ${moment(asOf)}${[formula, unknown ?? null].map(more => (more === null ? '' : `. ${more}`)).join('')}`
}
