import type { HelpfulAct, LikeSources, Outcome, WhatIf } from '@desk/schema/forecasts/what-if'
import { balanceText, changeText, countText, UNKNOWN } from '#ui/format/figures.ts'
import { isolated } from '#ui/format/isolated.ts'
import { dayText, sinceText } from '#ui/format/times.ts'
import { chanceText, poolText, TOO_FAR } from './forecast-words.ts'

/** A figure of a what-if, as it is and as it would be. */
export interface EffectLine {
  readonly name: string
  readonly from: string
  /** Null: it stays. */
  readonly to: string | null
  /** Beside the new figure: the band of a moment. */
  readonly band: string | null
  readonly effect: 'better' | 'worse' | null
}

/** The moment at which an outcome is full. */
function fullByText({ state, p50_at }: Outcome, zone: string, nowMs: number): string {
  if (state === 'full') return 'full'
  if (state !== 'forecast') return UNKNOWN
  return p50_at === null ? TOO_FAR : sinceText(p50_at, zone, nowMs)
}

/** The band of an outcome in days: '27 Nov – 30 Nov'; null: it has none. */
export function bandText({ state, p10_at, p90_at }: Outcome, zone: string): string | null {
  if (state !== 'forecast' || p10_at === null) return null
  const [from, to] = [dayText(Date.parse(p10_at), zone), p90_at === null ? 'later' : dayText(Date.parse(p90_at), zone)]
  return from === to ? from : `${from} – ${to}`
}

const chanceOf = ({ state, p_full }: Outcome): string =>
  state === 'full' ? 'full' : p_full === null ? UNKNOWN : chanceText(p_full)
const moneyOf = (units: number | null | undefined): string =>
  units == null ? UNKNOWN : balanceText(Math.round(units * 100))

/** The sign of a change, as good or bad; null: no change, or none that can be compared. */
function effectOf(from: number | null, to: number | null, isMoreBetter: boolean): EffectLine['effect'] {
  if (from === null || to === null || from === to) return null
  return to > from === isMoreBetter ? 'better' : 'worse'
}

const finishMs = ({ state, p50_at }: Outcome): number | null =>
  state === 'full' ? 0 : state === 'forecast' ? (p50_at === null ? Infinity : Date.parse(p50_at)) : null

/** A what-if in figures: full by, the chance, cost and margin. */
export function effectLines({ now, changed }: WhatIf, zone: string, nowMs: number): readonly EffectLine[] {
  const line = (name: string, from: string, to: string, rest: Partial<EffectLine> = {}): EffectLine => ({
    name,
    from,
    to: from === to ? null : to,
    band: null,
    effect: null,
    ...rest,
  })
  return [
    line('Full by', fullByText(now, zone, nowMs), fullByText(changed, zone, nowMs), {
      band: bandText(changed, zone),
      effect: effectOf(finishMs(now), finishMs(changed), false),
    }),
    ...(now.ends_at === null && changed.ends_at === null
      ? []
      : [
          line('Full by out of field', chanceOf(now), chanceOf(changed), {
            effect: effectOf(now.p_full, changed.p_full, true),
          }),
        ]),
    ...(changed.cost_to_finish === undefined
      ? []
      : [line('Cost to finish', moneyOf(now.cost_to_finish), moneyOf(changed.cost_to_finish))]),
    ...(changed.margin_to_finish === undefined
      ? []
      : [
          line('Margin to finish', moneyOf(now.margin_to_finish), moneyOf(changed.margin_to_finish), {
            effect: effectOf(now.margin_to_finish ?? null, changed.margin_to_finish, true),
          }),
        ]),
  ]
}

/** The sources behind the effect of a change: 'Effect of the price from 4 like sources'. */
export function likeText(change: string, { count, of, is_enough }: LikeSources): string {
  const like = `${countText(count)} like ${count === 1 ? 'source' : 'sources'}`
  if (!is_enough) return `Cannot tell the effect of the ${change}: ${like}`
  return of === 'like'
    ? `Effect of the ${change} from ${like}`
    : `Effect of the ${change} from ${countText(count)} sources of your account: fewer than 3 are like it`
}

/** The grounds of an answer, in sentences. */
export function effectNotes(answer: WhatIf, zone: string, nowMs: number): readonly string[] {
  const { now, changed, price, supplier, is_paused, completes } = answer
  const band =
    price?.from_at == null
      ? ''
      : `, between ${sinceText(price.from_at, zone, nowMs)} and ${price.to_at === null ? 'later' : sinceText(price.to_at, zone, nowMs)}`
  return [
    ...(price === null ? [] : [`${likeText('price', price)}${band}.`]),
    ...(supplier === null ? [] : [`${likeText('supplier', supplier)}.`]),
    ...(now.state === 'too_few'
      ? [`No forecast yet: ${countText(completes)} ${completes === 1 ? 'complete' : 'completes'}.`]
      : []),
    ...(now.state === 'forecast' || changed.state === 'forecast' ? [`${poolText(answer)}.`] : []),
    ...(is_paused ? ['As if it went live now.'] : []),
  ]
}

/** The finish to expect of an object that goes live now, in one sentence. */
export function expectedText({ now, ...rest }: WhatIf, zone: string, nowMs: number): string {
  if (now.state === 'full') return 'Its target is full.'
  if (now.state !== 'forecast') return 'Full by: cannot tell yet, with fewer than 3 like sources and 3 completes.'
  const band = bandText(now, zone)
  const at = now.completes_at_end
  return [
    `Expected full by ${fullByText(now, zone, nowMs)}${band === null ? '' : ` (${band})`}`,
    ...(now.p_full === null ? [] : [`full by out of field: ${chanceOf(now)}`]),
    ...(at === null ? [] : [`${countText(at.p50)} of ${countText(now.target)} completes by then`]),
    `${poolText(rest).replace(/^F/, 'f')}.`,
  ].join(', ')
}

/** An act that would help, with its effect: 'At $5.65 the chance is 81 %, +$78.00, from 4 like sources.' */
export function actWords(act: HelpfulAct, zone: string, nowMs: number): string {
  const { kind, price, ends_at, supplier, outcome, extra_cost: extra, like } = act
  const subject =
    price !== null
      ? `At ${moneyOf(price)}`
      : ends_at !== null
        ? `With out of field ${sinceText(ends_at, zone, nowMs)}`
        : supplier !== null
          ? `With ${isolated(supplier.name)} added`
          : kind === 'pacing'
            ? 'Without pacing'
            : 'With it'
  const cost = extra == null || extra === 0 ? '' : `, ${changeText(Math.round(extra * 100))}`
  const from =
    like === null
      ? ''
      : `, from ${countText(like.count)} ${like.of === 'like' ? 'like sources' : 'sources of your account'}`
  return `${subject} the chance is ${chanceOf(outcome)}${cost}${from}.`
}
