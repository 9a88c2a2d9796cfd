import type { DashboardFigure } from '@desk/schema/dashboard/dashboard-figures'
import { balanceText, NO_FIGURE, percentText, round, withMinus } from '#ui/format/figures.ts'

const FINE_DECIMALS = 4

/** A figure of the dashboard as it is shown. @param currency ISO 4217 code */
export function valueText(value: number | null, kind: DashboardFigure['kind'], currency: string): string {
  if (value === null) return NO_FIGURE
  switch (kind) {
    case 'percent':
      return withMinus(percentText(value))
    case 'money':
      return balanceText(value * 100, currency)
    case 'fine money':
      return withMinus(
        new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: FINE_DECIMALS }).format(
          value,
        ),
      )
    case 'factor':
      return String(round(value))
  }
}

/** The unit of a kind of figures. @param currency ISO 4217 code */
export function unitText(kind: DashboardFigure['kind'], currency: string): string {
  return { percent: '%', money: currency, 'fine money': currency, factor: '×' }[kind]
}
