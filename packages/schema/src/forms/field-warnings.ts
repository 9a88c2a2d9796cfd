import { Schema } from 'effect'

/** Values that may be saved but are seldom meant: by the path of their field (docs/decisions/0091). */
export const FieldWarning = Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String })
export type FieldWarning = typeof FieldWarning.Type

/** Says an end as the reader reads it. */
export type SayEnd = (endMs: number) => string
export const isoEnd: SayEnd = endMs => new Date(endMs).toISOString()

/** The warning of one field; none where there is no message. */
export const warningAt = (path: readonly string[], message: string | null): readonly FieldWarning[] =>
  message === null ? [] : [{ path, message }]

const money = (price: number): string => `$${price.toFixed(2)}`
const inCents = (price: number): number => Math.round(price * 100)

/** The message about a supply price above the sell price; null: it is not. @param whose the supply price, as a sentence begins with it */
export function priceMessage(whose: string, price: number | null, sellPrice: number | null): string | null {
  if (price === null || sellPrice === null || inCents(price) <= inCents(sellPrice)) return null
  const loss = money((inCents(price) - inCents(sellPrice)) / 100)
  return `${whose} ${money(price)} is above the sell price ${money(sellPrice)}: each complete loses ${loss}.`
}

/** The facts behind the warning of a target. */
export interface WarnedTarget {
  readonly isLive: boolean
  readonly target: number | null
  readonly completes: number
}

/** The message about a target that the completes have reached; null: they have not. */
export function targetMessage(noun: 'source' | 'survey', { target, completes, isLive }: WarnedTarget): string | null {
  if (target === null || target <= 0 || completes === 0 || target > completes) return null
  const made = `${completes.toLocaleString('en-US')} ${completes === 1 ? 'complete is' : 'completes are'} made`
  return `${made}: with a target of ${target.toLocaleString('en-US')} the ${noun} ${isLive ? 'stops within a minute' : 'cannot go live'}.`
}
