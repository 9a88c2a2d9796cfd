import type { FigureToken } from '@desk/schema/assistant/figure-token'
import { balanceText, countText, minutesText, NO_FIGURE, percentText, withMinus } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'

/** The value of a figure as the console writes it; money keeps its sign where it is taken back. */
export function figureText({ value, unit, currency }: FigureToken): string {
  if (value === null) return NO_FIGURE
  switch (unit) {
    case 'integer':
      return countText(value)
    case 'percent':
      return withMinus(percentText(value))
    case 'money':
      return balanceText(value * 100, currency ?? undefined)
    case 'minutes':
      return `${minutesText(value)} min`
  }
}

/** Of what and of when a figure is: for its tooltip and for screen readers. */
export function figureFacts({ scope, range, as_of: asOf, formula }: FigureToken, zone: string): string {
  const moment = (at: string) => dateTimeText(Date.parse(at), zone)
  const of = `${scope.scope === 'account' ? 'the account' : scope.scope} ${scope.name}`
  const when =
    range === null
      ? 'since the beginning'
      : `${range.from === null ? 'since the beginning' : `from ${moment(range.from)}`}${range.to === null ? '' : ` to ${moment(range.to)}`}`
  return `Of ${of}, ${when}; as of ${moment(asOf)}${formula === null ? '' : `. ${formula}`}`
}
