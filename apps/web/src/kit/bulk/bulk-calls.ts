import type { Source } from '@desk/schema/sources/source'
import type { BuyerRate, SourceSuppliers } from '@desk/schema/sources/source-suppliers'
import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import type { StatusOptions } from '@desk/schema/statuses/status-view'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { ApiError, failureMessage, isRefused } from '#runtime/api/api-error.ts'
import type { ApiClient } from '#runtime/api/api-client.ts'
import type { Desk } from '#runtime/desk.ts'
import { statusChangesOf } from '#runtime/statuses/status-changes.ts'
import { statusOrderer } from '#runtime/statuses/status-orders.ts'
import type { BulkOrder, PlannedChange, ReadRow } from './bulk-plan.ts'
import type { BulkKind, BulkNoun, ChosenRow } from './bulk-rows.ts'
import { sourceEndChanges } from './source-rules.ts'
import { surveyEnd } from './survey-rules.ts'

/** The data of a row for each kind of change. */
interface PresentOf {
  status: StatusOptions
  supplyPrice: SourceSuppliers
  sellPrice: BuyerRate
  sourceEnd: Source
  surveyEnd: SurveyDetail
}

/** The chosen rows as they are now, for one kind of change. */
export type BulkReads = {
  readonly [Kind in BulkKind]: { readonly kind: Kind; readonly reads: readonly ReadRow<PresentOf[Kind]>[] }
}[BulkKind]

/** A change that is to be made, with the key that makes it once however often it is sent. */
export interface Commission {
  readonly change: PlannedChange
  readonly key: string
}

export interface Done extends Commission {
  readonly outcome: 'done'
  /** Restores the previous value; null: it cannot be restored. */
  readonly undo: PlannedChange | null
}

export interface Failed extends Commission {
  readonly outcome: 'failed'
  readonly message: string
  readonly requestId: string | null
  /**
   * refused: a repeat fails too, for instance because the version is stale; unanswered: it may have been performed, and a repeat
   * under its key tells.
   */
  readonly why: 'refused' | 'unanswered'
}

export type BulkResult = Done | Failed

/** Reads a row's present state; a failure becomes the reason. @throws the signal's reason when aborted */
async function readRow<Present>(
  { id, name }: ChosenRow,
  read: (id: number) => Promise<Present>,
  signal: AbortSignal,
): Promise<ReadRow<Present>> {
  try {
    return { id, name, present: await read(id) }
  } catch (failure) {
    signal.throwIfAborted()
    return { id, name, why: `It could not be read: ${failureMessage(failure)}` }
  }
}

type ReadEach = <Present>(read: (row: ChosenRow) => Promise<ReadRow<Present>>) => Promise<readonly ReadRow<Present>[]>

/** Reads for one kind of change how the rows are. @param each goes through the chosen rows */
export async function readAll(
  api: ApiClient,
  { noun, kind }: { readonly noun: BulkNoun; readonly kind: BulkKind },
  signal: AbortSignal,
  each: ReadEach,
): Promise<BulkReads> {
  const eachBy = <Present>(read: (id: number) => Promise<Present>) => each(row => readRow(row, read, signal))
  switch (kind) {
    case 'status':
      return {
        kind,
        reads: await eachBy(id => api.call('statuses.options', { params: { scope: noun, id }, signal })),
      }
    case 'supplyPrice':
      return { kind, reads: await eachBy(id => api.call('sourceSuppliers.pricing', { params: { id }, signal })) }
    case 'sellPrice':
      return { kind, reads: await eachBy(id => api.call('sourceSuppliers.buyerRate', { params: { id }, signal })) }
    case 'sourceEnd':
      return { kind, reads: await eachBy(id => api.call('sources.read', { params: { id }, signal })) }
    case 'surveyEnd':
      return { kind, reads: await eachBy(id => api.call('surveys.read', { params: { id }, signal })) }
  }
}

/** Statuses that a user can set back; a change of status counts its version up by one. */
const SET_BACK: readonly StatusCode[] = [STATUS_CODES.live, STATUS_CODES.paused]

/** Makes one change; gives the order that restores the previous value, or null when nothing can. */
async function send(desk: Desk, order: BulkOrder, key: string): Promise<BulkOrder | null> {
  const { api, recorder } = desk
  const headers = { 'idempotency-key': key }
  switch (order.kind) {
    case 'status': {
      const { change } = order
      const isOurs = await statusOrderer({ api, recorder, orders: statusChangesOf(desk).orders })(change, key)
      const { from, to, version } = change
      return isOurs && SET_BACK.includes(from)
        ? { kind: 'status', change: { ...change, from: to, to: from, version: version + 1, note: '' } }
        : null
    }
    case 'supplyPrice': {
      const { id, payload, was } = order
      const { version } = await api.call('sourceSuppliers.price', { params: { id }, headers, payload })
      return was === null
        ? null
        : { kind: 'supplyPrice', id, payload: { supplier_cpi: was, version }, was: payload.supplier_cpi ?? null }
    }
    case 'sellPrice': {
      const { id, payload, was } = order
      const { version } = await api.call('sourceSuppliers.setBuyerRate', { params: { id }, headers, payload })
      return was === null
        ? null
        : { kind: 'sellPrice', id, payload: { pm_sy_client_cpi: was, version }, was: payload.pm_sy_client_cpi }
    }
    case 'sourceEnd': {
      const { out_of_field_date: date = null, out_of_field_time_zone_code: zoneCode } = order.payload
      const source = await api.call('sources.update', { headers, payload: order.payload })
      return {
        kind: 'sourceEnd',
        payload: sourceEndChanges(source, order.was),
        was: { date, zoneCode: zoneCode ?? order.was.zoneCode },
      }
    }
    case 'surveyEnd': {
      const survey = await api.call('surveys.update', {
        params: { id: order.id },
        headers,
        payload: order.payload,
      })
      // the stored value passed already, except for the account's price rules, which the server checks
      const back = surveyEnd({ pricesClient: false }).order(survey, order.was)
      return typeof back === 'string' ? null : back
    }
  }
}

/** Makes one change (api:P9, api:S2, api:T9, api:T12, api:T19); a failure is a result. */
export async function perform(desk: Desk, asked: Commission): Promise<BulkResult> {
  const { change, key } = asked
  try {
    const order = await send(desk, change.order, key)
    return {
      ...asked,
      outcome: 'done',
      undo:
        order === null
          ? null
          : { id: change.id, name: change.name, from: change.to, to: change.from, note: null, order },
    }
  } catch (failure) {
    const known = failure instanceof ApiError ? failure : null
    const [fault] = known?.details ?? []
    return {
      ...asked,
      outcome: 'failed',
      message: fault?.message ?? failureMessage(failure),
      requestId: known?.requestId ?? null,
      why: isRefused(failure) ? 'refused' : 'unanswered',
    }
  }
}
