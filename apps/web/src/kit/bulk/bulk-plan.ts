import { isHeld } from '@desk/schema/statuses/held-by'
import { STATUSES, STATUS_CODES, STATUS_LABELS, hasEnded, type StatusCode } from '@desk/schema/statuses/status'
import { BLOCK_REASONS } from '@desk/schema/statuses/block-reasons'
import type { SourceChangesOnWire } from '@desk/schema/sources/source-form'
import type { BuyerRateChanges, PricingChanges } from '@desk/schema/sources/source-suppliers'
import type { StatusOptions } from '@desk/schema/statuses/status-view'
import type { SurveyChanges } from '@desk/schema/surveys/survey-form'
import type { StatusOrder } from '#runtime/statuses/status-orders.ts'
import { moneyText } from '#ui/format/figures.ts'
import { counted, type BulkNoun, type ChosenRow } from './bulk-rows.ts'

/** A chosen row as it is now, or why nothing can be done with it. */
export type ReadRow<Present> = ChosenRow & ({ readonly present: Present } | { readonly why: string })

/** When field work ends, and by whose clock. `date` null: no date of its own. */
export interface OutOfField {
  readonly date: string | null
  readonly zoneCode: number
}

/** One call that makes one change; `was` is what an undo sets back. A price that was null was not there, which no call can bring back. */
export type BulkOrder =
  | { readonly kind: 'status'; readonly change: StatusOrder }
  | { readonly kind: 'supplyPrice'; readonly id: number; readonly payload: PricingChanges; readonly was: number | null }
  | { readonly kind: 'sellPrice'; readonly id: number; readonly payload: BuyerRateChanges; readonly was: number | null }
  | { readonly kind: 'sourceEnd'; readonly payload: SourceChangesOnWire; readonly was: OutOfField }
  | { readonly kind: 'surveyEnd'; readonly id: number; readonly payload: SurveyChanges; readonly was: OutOfField }

/** A row that will change, and how. */
export interface PlannedChange extends ChosenRow {
  readonly from: string
  readonly to: string
  /** A further useful note. */
  readonly note: string | null
  /** A warning of an unlikely value. */
  readonly warning?: string
  readonly order: BulkOrder
}

/** A row that will not change, and why. */
export interface Staying extends ChosenRow {
  readonly why: string
}

export interface BulkPlan {
  readonly changes: readonly PlannedChange[]
  readonly stays: readonly Staying[]
  /** Consequences of the whole change (§4.3). */
  readonly notes: readonly string[]
  /** Whether it stops something. */
  readonly isStopping: boolean
}

type Verdict = Omit<PlannedChange, keyof ChosenRow> | string

function sorted<Present>(
  reads: readonly ReadRow<Present>[],
  judge: (present: Present) => Verdict,
): Pick<BulkPlan, 'changes' | 'stays'> {
  const changes: PlannedChange[] = []
  const stays: Staying[] = []
  for (const read of reads) {
    const { id, name } = read
    const verdict = 'why' in read ? read.why : judge(read.present)
    if (typeof verdict === 'string') stays.push({ id, name, why: verdict })
    else changes.push({ id, name, ...verdict })
  }
  return { changes, stays }
}

function presentOfChanged<Present>(
  reads: readonly ReadRow<Present>[],
  { changes }: Pick<BulkPlan, 'changes'>,
): readonly Present[] {
  return reads.flatMap(read => ('present' in read && changes.some(({ id }) => id === read.id) ? [read.present] : []))
}

const via = (noun: BulkNoun, count: number): string => (count === 1 ? `the ${noun}` : counted(noun, count))
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/**
 * Plans a change of status of these rows (§4.1, §4.3), by the allowed statuses that were read with each.
 * @param note goes into the status history of each; empty for none
 */
export function planStatus(
  noun: BulkNoun,
  reads: readonly ReadRow<StatusOptions>[],
  to: StatusCode,
  note = '',
): BulkPlan {
  const plan = sorted(reads, ({ id, name, status, allowed }): Verdict => {
    if (status.statusid === to) return `It is ${STATUS_LABELS[to]} already.`
    const verdict = allowed.find(transition => transition.to === to)
    if (verdict?.allowed !== true) return BLOCK_REASONS[verdict?.reason ?? 'not_a_transition']
    const change = { scope: noun, id, name, from: status.statusid, to, version: status.version, note: note.trim() }
    return {
      from: STATUS_LABELS[status.statusid],
      to: STATUS_LABELS[to],
      note: null,
      order: { kind: 'status', change },
    }
  })
  const changed = presentOfChanged(reads, plan)
  const leaving = changed.filter(({ status }) => status.statusid === STATUS_CODES.live)
  const launched = to === STATUS_CODES.live ? changed : []
  const waiting = launched.filter(({ effects }) => isHeld(effects))
  const entering = launched.length - waiting.length
  return {
    ...plan,
    isStopping: leaving.length > 0 || to === STATUS_CODES.cancelled,
    notes: [
      ...(leaving.length > 0 ? [STATUSES.live.leaving.confirmation(via(noun, leaving.length))] : []),
      ...(entering > 0 ? [STATUSES.live.entering.confirmation(entering === 1 ? undefined : via(noun, entering))] : []),
      ...(waiting.length > 0 ? [`No traffic yet via ${via(noun, waiting.length)}: not all above is live.`] : []),
      ...effectNotes(noun, hasEnded(to) ? changed : leaving),
    ],
  }
}

/** The objects that stop with them, and the respondents in progress. */
function effectNotes(noun: BulkNoun, stopped: readonly StatusOptions[]): readonly string[] {
  const surveys = noun === 'project' ? sum(stopped.map(({ effects }) => effects.live_surveys)) : 0
  const sources = noun === 'source' ? 0 : sum(stopped.map(({ effects }) => effects.live_sources))
  const children = [
    ...(surveys > 0 ? [counted('survey', surveys)] : []),
    ...(sources > 0 ? [counted('source', sources)] : []),
  ]
  const inflight = sum(stopped.map(({ effects }) => effects.inflight ?? 0))
  return [
    ...(children.length > 0 ? [`${children.join(' and ')} will stop.`] : []),
    ...(inflight > 0
      ? [
          `${inflight === 1 ? '1 respondent is' : `${inflight.toLocaleString('en-US')} respondents are`} in progress and can still finish; they count.`,
        ]
      : []),
  ]
}

/** A price as a person reads it. @param price in the account's currency; null: there is none */
export const priceText = (price: number | null): string =>
  price === null ? 'none' : moneyText(Math.round(price * 100))

/** How a noun's price is changed. */
export interface PriceRules<Present> {
  /** In the account's currency; null: it has none. */
  readonly priceOf: (present: Present) => number | null
  /** The order that sets it, with its notes; or why it cannot be. */
  readonly order: (present: Present, price: number) => Pick<PlannedChange, 'note' | 'warning' | 'order'> | string
}

/** The plan of another price for these rows (§5.11, §5.19). @param price in the account's currency, judged already */
export function planPrice<Present>(
  reads: readonly ReadRow<Present>[],
  price: number,
  { priceOf, order }: PriceRules<Present>,
): BulkPlan {
  const plan = sorted(reads, (present): Verdict => {
    const ordered = order(present, price)
    if (typeof ordered === 'string') return ordered
    const was = priceOf(present)
    return was === price
      ? `Its price is ${priceText(price)} already.`
      : { from: priceText(was), to: priceText(price), ...ordered }
  })
  return { ...plan, isStopping: false, notes: [] }
}

/** How the end of a noun's field time is changed. */
export interface EndRules<Present> {
  readonly noun: BulkNoun
  readonly endOf: (present: Present) => OutOfField
  readonly isLive: (present: Present) => boolean
  /** A warning of an unlikely value; null: none. @param say a date as a person reads it */
  readonly warn?: (present: Present, wanted: OutOfField, say: EndContext['say']) => string | null
  /** The order that sets it, or why it cannot be. */
  readonly order: (present: Present, wanted: OutOfField) => BulkOrder | string
}

export interface EndContext {
  /** A date as a person reads it. */
  readonly say: (outOfField: OutOfField) => string
  readonly nowMs: number
}

const momentOf = (date: string | null): number | null => (date === null ? null : Date.parse(date))

/** The plan of another out-of-field date for these rows (§5.7). */
export function planOutOfField<Present>(
  reads: readonly ReadRow<Present>[],
  wanted: OutOfField,
  { noun, endOf, isLive, warn, order }: EndRules<Present>,
  { say, nowMs }: EndContext,
): BulkPlan {
  const plan = sorted(reads, (present): Verdict => {
    const was = endOf(present)
    if (momentOf(was.date) === momentOf(wanted.date) && (wanted.date === null || was.zoneCode === wanted.zoneCode))
      return wanted.date === null ? 'It has no date of its own.' : 'It has this date already.'
    const ordered = order(present, wanted)
    if (typeof ordered === 'string') return ordered
    const warning = warn?.(present, wanted, say) ?? null
    return {
      from: say(was),
      to: say(wanted),
      note: null,
      ...(warning === null ? {} : { warning }),
      order: ordered,
    }
  })
  const live = presentOfChanged(reads, plan).filter(isLive)
  const hasPassed = wanted.date !== null && Date.parse(wanted.date) <= nowMs && live.length > 0
  return {
    ...plan,
    isStopping: hasPassed,
    notes: hasPassed ? [`This date has passed: ${via(noun, live.length)} will be paused automatically.`] : [],
  }
}
