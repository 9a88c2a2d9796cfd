import { Schema } from 'effect'
import { hasOnlyOwnPrices } from './own-prices.ts'

/** Values that may be saved but are seldom meant: by the path of their field. */
export const SourceWarning = Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String })
export type SourceWarning = typeof SourceWarning.Type

/** The prices that warnings are judged by, in the account's currency. */
interface WarnedPrices {
  /** Null: there is none, or it is hidden from this view. */
  readonly sellPrice: number | null
  readonly supplyPrice: number | null
  /** In the order of the form, each with its own price. */
  readonly suppliers: readonly { readonly name: string; readonly supplier_cpi: number | null }[]
}

/** The facts behind the warnings of a source. */
export interface WarnedSource extends WarnedPrices {
  readonly isLive: boolean
  readonly target: number | null
  readonly completes: number
  readonly endMs: number | null
  readonly surveyEndMs: number | null
}

const money = (price: number): string => `$${price.toFixed(2)}`
const inCents = (price: number): number => Math.round(price * 100)

function priceWarning(whose: string, price: number | null, sellPrice: number | null): string | null {
  if (price === null || sellPrice === null || inCents(price) <= inCents(sellPrice)) return null
  const loss = money((inCents(price) - inCents(sellPrice)) / 100)
  return `${whose} ${money(price)} is above the sell price ${money(sellPrice)}: each complete loses ${loss}.`
}

function targetWarning({ target, completes, isLive }: WarnedSource): string | null {
  if (target === null || target <= 0 || completes === 0 || target > completes) return null
  const made = `${completes.toLocaleString('en-US')} ${completes === 1 ? 'complete is' : 'completes are'} made`
  return isLive
    ? `${made}: with a target of ${target.toLocaleString('en-US')} the source stops within a minute.`
    : `${made}: with a target of ${target.toLocaleString('en-US')} the source cannot go live.`
}

/** The warning of an end after the survey's; null: none. @param sayEnd the survey's end as the reader reads it */
export function endWarning(
  { endMs, surveyEndMs }: Pick<WarnedSource, 'endMs' | 'surveyEndMs'>,
  sayEnd: (endMs: number) => string,
): string | null {
  if (endMs === null || surveyEndMs === null || endMs <= surveyEndMs) return null
  return `This is after the survey’s end, ${sayEnd(surveyEndMs)}, when the source stops.`
}

const warning = (path: readonly string[], message: string | null): readonly SourceWarning[] =>
  message === null ? [] : [{ path, message }]

/** The warnings of a source's prices: those above the sell price. A Supply Price that no supplier is paid warns of nothing. */
export function priceWarnings({ sellPrice, supplyPrice, suppliers }: WarnedPrices): readonly SourceWarning[] {
  return [
    ...warning(
      ['supplier_cpi'],
      hasOnlyOwnPrices(suppliers) ? null : priceWarning('Supply Price', supplyPrice, sellPrice),
    ),
    ...suppliers.flatMap(({ name, supplier_cpi: price }, at) =>
      warning(['suppliers', String(at), 'supplier_cpi'], priceWarning(`The price of ${name}`, price, sellPrice)),
    ),
  ]
}

/**
 * The warnings of a source (docs/decisions/0091): a target that is reached, an end after the survey's, prices above the sell price.
 * Forms, bulk changes and answers of the API have them from here.
 * @param sayEnd the survey's end as the reader reads it
 */
export function sourceWarnings(
  source: WarnedSource,
  sayEnd: (endMs: number) => string = endMs => new Date(endMs).toISOString(),
): readonly SourceWarning[] {
  return [
    ...warning(['respondents'], targetWarning(source)),
    ...warning(['out_of_field_date'], endWarning(source, sayEnd)),
    ...priceWarnings(source),
  ]
}
