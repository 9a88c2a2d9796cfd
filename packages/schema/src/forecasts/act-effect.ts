import { Schema } from 'effect'

/** Acts whose effect is measured, by the fields of the history that they change. A pause is a change of status. */
export const ACT_KINDS = {
  pause: { label: 'Pause', fields: [] },
  price: { label: 'Price', fields: ['supplier_cpi'] },
  quota: { label: 'Quotas', fields: ['quotas', 'quota_groups'] },
  supplier: { label: 'Suppliers', fields: ['suppliers'] },
  target: { label: 'Target', fields: ['respondents'] },
  out_of_field: { label: 'Out of field', fields: ['out_of_field_date'] },
  pacing: { label: 'Pacing', fields: ['pacing'] },
  several: { label: 'Several at once', fields: [] },
} as const satisfies Record<string, { readonly label: string; readonly fields: readonly string[] }>

export const ActKind = Schema.Literals([
  'pause',
  'price',
  'quota',
  'supplier',
  'target',
  'out_of_field',
  'pacing',
  'several',
])
export type ActKind = typeof ActKind.Type

/** Why an effect is unknown. */
export const CANNOT_TELL = {
  no_forecast: 'no forecast was sealed just before it.',
  no_finish: 'its forecast had no finish within 26 weeks.',
  changed_again: 'another change followed too soon.',
  finished: 'the source ended too soon.',
  near_finish: 'the source was too near its finish.',
  few_completes: 'its forecast expected fewer than 5 completes in that time.',
} as const
export const CannotTell = Schema.Literals([
  'no_forecast',
  'no_finish',
  'changed_again',
  'finished',
  'near_finish',
  'few_completes',
])
export type CannotTell = typeof CannotTell.Type

/** The completes of a source after an act, against the forecast just before and like sources (forecast.md §4). */
export const ActEffect = Schema.Struct({
  kind: ActKind,
  /** Null: the effect is known. */
  cannot_tell: Schema.NullOr(CannotTell),
  /** The time after the act that it is of. */
  hours: Schema.Int,
  /** By the forecast just before. */
  expected: Schema.Int,
  actual: Schema.Int,
  /** Completes by the act, with the 80 % interval. */
  completes: Schema.Int,
  low: Schema.Int,
  high: Schema.Int,
  /** Like sources that were live in the same time. */
  like_count: Schema.Int,
})
export type ActEffect = typeof ActEffect.Type

/** The acts of one kind in a month, and how many changed the completes beyond chance. */
export const HelpedRow = Schema.Struct({
  /** By UTC, such as 2026-11. */
  month: Schema.String,
  kind: ActKind,
  acts: Schema.Int,
  cannot_tell: Schema.Int,
  more: Schema.Int,
  fewer: Schema.Int,
  /** Of those whose effect is known; null without any. */
  mean_completes: Schema.NullOr(Schema.Number),
})
export type HelpedRow = typeof HelpedRow.Type

const signed = (count: number): string =>
  count === 0 ? '0' : `${count > 0 ? '+' : '−'}${Math.abs(count).toLocaleString('en-US')}`

/** An effect in one sentence. */
export function effectText({ cannot_tell, hours, completes, low, high, like_count }: ActEffect): string {
  if (cannot_tell !== null) return `Cannot tell: ${CANNOT_TELL[cannot_tell]}`
  const against =
    like_count === 0
      ? 'its forecast; no like source was live'
      : `its forecast and ${like_count === 1 ? '1 like source' : `${like_count} like sources`}`
  const chance = low <= 0 && high >= 0 ? ' This may be chance.' : ''
  const time = hours === 1 ? '1 hour' : `${hours} hours`
  return `${signed(completes)} completes in ${time} (${signed(low)} to ${signed(high)}), against ${against}.${chance}`
}
