import { Schema } from 'effect'
import { HistoryAct } from '../history/history.ts'
import { AskedInstant, Id, IdFromText, IsoInstant } from '../ids/ids.ts'
import { StatusScope } from '../statuses/status.ts'
import { isAutoPauseReason, PAUSE_REASONS } from '../statuses/pause-reasons.ts'
import { ALERT_KINDS, AlertedScope, AlertKind } from './alert-kinds.ts'

/** How many alerts one file of an export holds, at most. */
export const ALERTS_EXPORTED_MAX = 10_000

/** The figures that are compared with the same hours of the last 7 days. */
export const UNUSUAL_MEASURES = {
  conversion: 'conversion',
  ir: 'IR',
  drop_off: 'drop-off',
  loi: 'interview length',
} as const
export const UnusualMeasure = Schema.Literals(['conversion', 'ir', 'drop_off', 'loi'])
export type UnusualMeasure = typeof UnusualMeasure.Type

/** The measurements behind an alert; each kind has its own. */
export const AlertFacts = Schema.Struct({
  /** Why the desk paused it: a code of PAUSE_REASONS; why it switched the webhook off: `gone` or `failing`. */
  reason: Schema.optionalKey(Schema.NullOr(Schema.String)),
  target: Schema.optionalKey(Schema.Number),
  completes: Schema.optionalKey(Schema.Number),
  /** Completes that it will have when it is out of field. */
  forecast: Schema.optionalKey(Schema.Number),
  /** A share in percent, now and before. */
  percent: Schema.optionalKey(Schema.Number),
  before_percent: Schema.optionalKey(Schema.Number),
  errors: Schema.optionalKey(Schema.Number),
  /** Whole days until the window closes. */
  days_left: Schema.optionalKey(Schema.Number),
  /** link_check_failed: why, in a sentence, and the source whose respondent it was. */
  fault: Schema.optionalKey(Schema.String),
  source: Schema.optionalKey(Id),
  /** unusual_figures: the figure, and an interview length in minutes, now and before. */
  measure: Schema.optionalKey(UnusualMeasure),
  minutes: Schema.optionalKey(Schema.Number),
  before_minutes: Schema.optionalKey(Schema.Number),
  /** unusual_figures: the part that moved most, as a share in percent, now and before. */
  moved: Schema.optionalKey(
    Schema.Struct({
      dimension: Schema.Literals(['outcome', 'rule', 'supplier', 'country', 'device']),
      value: Schema.String,
      percent: Schema.Number,
      before_percent: Schema.Number,
    }),
  ),
  /** unusual_figures: the last change by a user before; `minutes` from it to the alert. */
  change: Schema.optionalKey(
    Schema.Struct({
      scope: StatusScope,
      act: HistoryAct,
      by: Schema.NullOr(Schema.String),
      /** Wire names. */
      fields: Schema.Array(Schema.String),
      minutes: Schema.Number,
    }),
  ),
  /** The description of the webhook. */
  webhook: Schema.optionalKey(Schema.String),
})
export type AlertFacts = typeof AlertFacts.Type

/** An alert as one user has it: one episode of one kind at one place. */
export const Alert = Schema.Struct({
  alert_id: Id,
  kind: AlertKind,
  scope: AlertedScope,
  /** At the account: the id of the webhook. */
  place_id: Id,
  place_name: Schema.String,
  /** Null: it is the account's. */
  pm_proj_ud: Schema.NullOr(Id),
  pm_proj_name: Schema.NullOr(Schema.String),
  /** Null: it is a project's, or the account's. */
  pm_sy_ud: Schema.NullOr(Id),
  facts: AlertFacts,
  began_at: IsoInstant,
  /** Null: it goes on. */
  ended_at: Schema.NullOr(IsoInstant),
  is_unread: Schema.Boolean,
  /** Until when it rests; `end`: until the episode ends; null: it does not rest. */
  snoozed_until: Schema.NullOr(Schema.Union([IsoInstant, Schema.Literal('end')])),
})
export type Alert = typeof Alert.Type

export const AlertState = Schema.Literals(['unread', 'open', 'ended', 'snoozed'])
export type AlertState = typeof AlertState.Type

/** Which alerts are asked for; left out: all. */
export const alertFilters = {
  kind: Schema.optionalKey(AlertKind),
  state: Schema.optionalKey(AlertState),
  project: Schema.optionalKey(IdFromText),
  from: Schema.optionalKey(AskedInstant),
  until: Schema.optionalKey(AskedInstant),
}
const AlertFilters = Schema.Struct(alertFilters)
export type AlertFilters = typeof AlertFilters.Type

/** A page of alerts, newest first; `next` is `before` of the next page, null at the end. */
export const AlertPage = Schema.Struct({ alerts: Schema.Array(Alert), next: Schema.NullOr(Id) })
export type AlertPage = typeof AlertPage.Type

/** How many alerts of the user are unread. */
export const UnreadAlerts = Schema.Struct({ unread: Schema.Int })
export type UnreadAlerts = typeof UnreadAlerts.Type

/** One alert that was read, or all up to the newest that the reader saw. */
export const AlertsRead = Schema.Struct({
  alert_id: Schema.optionalKey(Id),
  up_to: Schema.optionalKey(Id),
})
export type AlertsRead = typeof AlertsRead.Type

const count = (value: number | undefined): string => (value ?? 0).toLocaleString('en-US')
const share = (value: number | undefined): string => `${Math.round((value ?? 0) * 10) / 10} %`

const days = (value = 0): string => (value < 1 ? 'a day' : value === 1 ? '1 day' : `${value} days`)

/** The text of an alert, in one line without its place. */
export function alertText(kind: AlertKind, facts: AlertFacts): string {
  const { label } = ALERT_KINDS[kind]
  switch (kind) {
    case 'auto_paused':
      return facts.reason !== undefined && facts.reason !== null && isAutoPauseReason(facts.reason)
        ? `${label}: ${PAUSE_REASONS[facts.reason].label}`
        : label
    case 'target_reached':
      return label
    case 'will_not_be_full':
      return `${label}: ${count(facts.forecast)} of ${count(facts.target)} completes expected, full with a chance of ${share(facts.percent)}`
    case 'behind_pace':
      return `${label}: ${count(facts.forecast)} of ${count(facts.target)} completes expected`
    case 'unusual_figures':
      return unusualText(label, facts)
    case 'ir_fell':
    case 'conversion_fell':
      return `${label}: ${share(facts.percent)}, before ${share(facts.before_percent)}`
    case 'hash_errors':
      return facts.errors === undefined
        ? label
        : `${label}: ${count(facts.errors)} in the last hour, ${share(facts.percent)} of returns`
    case 'closing_window':
      return `${label}: ${facts.completes === 1 ? '1 complete' : `${count(facts.completes)} completes`} to reconcile within ${days(facts.days_left)}`
    case 'link_check_failed':
      return facts.fault === undefined ? label : `${label}: ${facts.fault}`
    case 'webhook_off':
      return `${label}: ${facts.reason === 'gone' ? 'its receiver answered 410 (Gone)' : 'no delivery succeeded'}`
  }
}

function unusualText(label: string, { measure, ...facts }: AlertFacts): string {
  if (measure === undefined) return label
  const [now, before] =
    measure === 'loi'
      ? [`${count(facts.minutes)} minutes`, count(facts.before_minutes)]
      : [share(facts.percent), share(facts.before_percent)]
  const figures = `${label}: ${UNUSUAL_MEASURES[measure]} ${now}, at the same hours of the last 7 days ${before}`
  return [figures, movedText(measure, facts.moved), changeText(facts.change)].filter(part => part !== null).join('; ')
}

function movedText(measure: UnusualMeasure, moved: AlertFacts['moved']): string | null {
  if (moved === undefined) return null
  const { dimension, value, percent, before_percent } = moved
  const shares = measure === 'loi' ? '' : ` (${share(percent)}, before ${share(before_percent)})`
  return `${dimension} ${value} moved most${shares}`
}

function changeText(change: AlertFacts['change']): string | null {
  if (change === undefined) return null
  const { scope, act, by, fields, minutes } = change
  const done =
    act === 'edited' && fields.length > 0
      ? `edited ${fields.map(field => field.replaceAll('_', ' ')).join(', ')} of the ${scope}`
      : `${act === 'status' ? 'changed the status of' : act} the ${scope}`
  return `${by ?? 'a user'} ${done} ${minutes === 1 ? '1 minute' : `${count(minutes)} minutes`} earlier`
}

/** The place of an alert, by its ids. */
type AlertPlace = Pick<Alert, 'scope' | 'place_id' | 'pm_proj_ud' | 'pm_sy_ud'>

/** The path of an alert's place in the console: the webhooks of the account, the reconciliation of a project, which is all that alerts of these are about, the sources of a survey, or of these the one source. */
export function alertPath({ scope, place_id, pm_proj_ud, pm_sy_ud }: AlertPlace): string {
  if (scope === 'account') return '/admin/webhooks'
  if (scope === 'project') return `/projects/${pm_proj_ud}/reconciliation`
  const project = `/projects/${pm_proj_ud}/survey`
  return `${project}/${pm_sy_ud ?? place_id}/streams${scope === 'source' ? `?only=${place_id}` : ''}`
}

/** The project that an alert's place lies within; null: the place is a project, or of none. */
export function projectAround({ scope, pm_proj_name }: Pick<Alert, 'scope' | 'pm_proj_name'>): string | null {
  return scope === 'project' ? null : pm_proj_name
}
