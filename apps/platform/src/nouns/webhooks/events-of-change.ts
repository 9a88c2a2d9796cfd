import { alertText, type Alert } from '@desk/schema/alerts/alert'
import { ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import { STATUS_CODES, STATUS_LABELS } from '@desk/schema/statuses/status'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import type { WebhookEventKind } from '@desk/schema/webhooks/event-kinds'
import type { WebhookFilterScope } from '@desk/schema/webhooks/webhook'
import type { Schema } from 'effect'
import { uuidv7 } from 'uuidv7'
import type { RecordedEvent } from './record-event.store.ts'

/** Where something happened: an endpoint's filter names one of these. */
export interface Place {
  readonly projectId: number | null
  readonly surveyId: number | null
  readonly sourceId: number | null
}

/** A change of status, as the feed has it, with the name of its object. */
export interface ChangedStatus {
  readonly place: Place
  readonly event: StatusEvent
  readonly name: string
}

/** A respondent who became a complete. */
export interface Completed {
  readonly place: Place
  readonly at: Date
  /** By the names of the wire. */
  readonly respondent: Schema.JsonObject
}

/** A message for endpoints that ask for its kind. */
export interface WebhookEvent {
  readonly id: string
  readonly kind: WebhookEventKind
  readonly place: Place
  readonly body: string
  /** It is about the internal view alone (domain.md §4). */
  readonly isInternal: boolean
  /** It goes to endpoints of this supplier; null: to no supplier's. */
  readonly supplierId: number | null
}

/** The messages about a change of status: every one, and also the desk's own acts. */
export function eventsOfStatus({ place, event, name }: ChangedStatus): WebhookEvent[] {
  const { scope, id, pm_proj_ud, pm_sy_ud, from, to, reason, note, by, at, version } = event
  const data = { scope, id, name, pm_proj_ud, pm_sy_ud, from, to, status: STATUS_LABELS[to], reason, note, by, version }
  const kinds: WebhookEventKind[] = ['status.changed']
  if (to === STATUS_CODES.autoPaused) kinds.push('status.auto_paused')
  if (to === STATUS_CODES.autoPaused && reason === 'target_reached') kinds.push('target.reached')
  return kinds.map(kind => eventOf(kind, place, at, data))
}

/** The message about a complete. */
export function eventOfComplete({ place, at, respondent }: Completed): WebhookEvent {
  return eventOf('respondent.completed', place, at.toISOString(), respondent)
}

/** The message about an event that is in the feed in its final words. */
export function eventOfRecord({
  place,
  at,
  kind,
  data,
  supplierId,
}: Pick<RecordedEvent, 'kind' | 'data' | 'supplierId'> & {
  readonly place: Place
  readonly at: Date
}): WebhookEvent {
  return { ...eventOf(kind, place, at.toISOString(), data), supplierId: supplierId ?? null }
}

/** An alert that a rule of the account has raised. */
export interface RaisedAlert extends Pick<
  Alert,
  | 'alert_id'
  | 'kind'
  | 'scope'
  | 'place_id'
  | 'place_name'
  | 'pm_proj_ud'
  | 'pm_proj_name'
  | 'pm_sy_ud'
  | 'facts'
  | 'began_at'
> {
  /** Null: it was deleted in between. */
  readonly rule: string | null
}

/** The message about an alert. */
export function eventOfAlert(place: Place, { facts, kind, ...alert }: RaisedAlert): WebhookEvent {
  const data = { ...alert, kind, text: alertText(kind, facts), facts: { ...facts } }
  const isInternal = ALERT_KINDS[kind].seenBy === 'internal'
  return { ...eventOf('alert.raised', place, alert.began_at, data), isInternal }
}

function eventOf(kind: WebhookEventKind, place: Place, at: string, data: Schema.JsonObject): WebhookEvent {
  return { id: uuidv7(), kind, place, body: messageText(kind, at, data), isInternal: false, supplierId: null }
}

/** A message as it is posted: the form that standardwebhooks recommends. */
export function messageText(type: string, timestamp: string, data: Schema.JsonObject): string {
  return JSON.stringify({ type, timestamp, data })
}

/** An endpoint's choice of events. */
export interface Interest {
  readonly kinds: readonly string[]
  readonly filterScope: WebhookFilterScope | null
  readonly filterId: number | null
  readonly seesInternal: boolean
}

/** Says whether an endpoint gets an event. */
export function isSubscribed(
  { kinds, filterScope, filterId, seesInternal }: Interest,
  { kind, place, isInternal, supplierId }: WebhookEvent,
): boolean {
  if (!kinds.includes(kind) || (isInternal && !seesInternal)) return false
  // an endpoint of a supplier gets its own events alone, and no other endpoint gets any supplier's
  if (supplierId !== null || filterScope === 'supplier') return filterScope === 'supplier' && supplierId === filterId
  if (filterScope === null) return true
  const ids = { project: place.projectId, survey: place.surveyId, source: place.sourceId }
  return ids[filterScope] === filterId
}
