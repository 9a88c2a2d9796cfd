import { knownFor } from '@desk/schema/columns/supply-cost'
import type { Reversals } from '@desk/schema/forecasts/reversals'
import { balanceText, countText } from '#ui/format/figures.ts'

/** Months that a forecast of reversals needs. */
const MONTHS_MIN = 3

/** The money that reversals change. */
export type ReversedFigure = 'revenue' | 'expense' | 'margin'

/** A figure after the reversals that are still to come; null: it cannot be said. */
export function afterReversals(
  cents: number,
  { to_come: bands, currency }: Pick<Reversals, 'to_come' | 'currency'>,
  figure: ReversedFigure,
): { readonly expected: string; readonly band: string } | null {
  if (bands === null) return null
  const { p10_cents: least, expected_cents: expected, p90_cents: most } = bands[figure]
  const text = (reversed: number): string => balanceText(cents - reversed, currency)
  return { expected: text(expected), band: `${text(most)} to ${text(least)}` }
}

/** Said in place of a forecast. */
export const noForecastText = (months: number): string =>
  `No forecast of reversals yet: ${months === 1 ? '1 month' : `${countText(months)} months`}`

const completesText = (count: number): string => (count === 1 ? '1 complete' : `${countText(count)} completes`)

/** The sources of a forecast, in sentences: months, completes, known prices and its record. */
export function sourcesOfReversals(
  { months, record, open }: Pick<Reversals, 'months' | 'record' | 'open'>,
  figure: ReversedFigure,
): string {
  const known =
    figure === 'revenue'
      ? null
      : knownFor(figure === 'margin' ? 'Margin' : 'Expense', {
          completes: open.completes,
          pricedCompletes: open.priced_completes,
        })
  return [
    `From ${countText(months)} months; ${completesText(open.completes)} can still be rejected.`,
    ...(known === null ? [] : [`${known}.`]),
    ...(record.months === 0
      ? []
      : [`The band held for ${countText(record.within)} of ${countText(record.months)} earlier months.`]),
  ].join(' ')
}

/** The formula in words. */
export const REVERSALS_FORMULA = `Completes whose window is open × the share of completes that earlier months had rejected at the same age, by supplier. The band is that of 80 %. It needs ${MONTHS_MIN} months, and books nothing.`
