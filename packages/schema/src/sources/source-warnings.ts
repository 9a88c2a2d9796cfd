import {
  isoEnd,
  priceMessage,
  targetMessage,
  warningAt,
  type FieldWarning,
  type SayEnd,
  type WarnedTarget,
} from '../forms/field-warnings.ts'
import { hasOnlyOwnPrices } from './own-prices.ts'

/** The prices that warnings are judged by, in the account's currency. */
interface WarnedPrices {
  /** Null: there is none, or it is hidden from this view. */
  readonly sellPrice: number | null
  readonly supplyPrice: number | null
  /** In the order of the form, each with its own price. */
  readonly suppliers: readonly { readonly name: string; readonly supplier_cpi: number | null }[]
}

/** The facts behind the warnings of a source. */
export interface WarnedSource extends WarnedPrices, WarnedTarget {
  readonly endMs: number | null
  readonly surveyEndMs: number | null
}

/** The warning of an end after the survey's; null: none. @param sayEnd the survey's end as the reader reads it */
export function endWarning(
  { endMs, surveyEndMs }: Pick<WarnedSource, 'endMs' | 'surveyEndMs'>,
  sayEnd: SayEnd,
): string | null {
  if (endMs === null || surveyEndMs === null || endMs <= surveyEndMs) return null
  return `This is after the survey’s end, ${sayEnd(surveyEndMs)}, when the source stops.`
}

/** The warnings of a source's prices: those above the sell price. A Supply Price that no supplier is paid warns of nothing. */
export function priceWarnings({ sellPrice, supplyPrice, suppliers }: WarnedPrices): readonly FieldWarning[] {
  return [
    ...warningAt(
      ['supplier_cpi'],
      hasOnlyOwnPrices(suppliers) ? null : priceMessage('Supply Price', supplyPrice, sellPrice),
    ),
    ...suppliers.flatMap(({ name, supplier_cpi: price }, at) =>
      warningAt(['suppliers', String(at), 'supplier_cpi'], priceMessage(`The price of ${name}`, price, sellPrice)),
    ),
  ]
}

/**
 * The warnings of a source (docs/decisions/0091): a target that is reached, an end after the survey's, prices above the sell price.
 * Forms, bulk changes and answers of the API have them from here.
 * @param sayEnd the survey's end as the reader reads it
 */
export function sourceWarnings(source: WarnedSource, sayEnd: SayEnd = isoEnd): readonly FieldWarning[] {
  return [
    ...warningAt(['respondents'], targetMessage('source', source)),
    ...warningAt(['out_of_field_date'], endWarning(source, sayEnd)),
    ...priceWarnings(source),
  ]
}
