import { COST_UNKNOWN } from '@desk/schema/columns/supply-cost'
import { balanceText, NO_FIGURE, UNKNOWN } from '#ui/format/figures.ts'
import { UnknownFigure } from '#ui/unknown-figure.tsx'

/** A cost or a margin as text, from units; null is not known (docs/decisions/0092). */
export const amountText = (amount: number | null, currency: string): string =>
  amount === null ? UNKNOWN : balanceText(Math.round(amount * 100), currency)

/** Whether a text is that of no figure, or of an unknown one: neither changed. */
export const isNoFigure = (text: string): boolean => text === NO_FIGURE || text === UNKNOWN

/** In place of a cost that is not known, with the reason. */
export const COST_NOT_KNOWN = <UnknownFigure why={COST_UNKNOWN} />

/** The text of a cost, with why it is not known. */
export const costText = (text: string): React.ReactNode => (text === UNKNOWN ? COST_NOT_KNOWN : text)
