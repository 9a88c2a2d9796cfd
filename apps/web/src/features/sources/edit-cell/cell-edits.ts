import type { WhatIfQuery } from '@desk/schema/forecasts/what-if'
import { faultsOf } from '@desk/machines/form/form.fields'
import { SOURCE_ON_WIRE, type Source } from '@desk/schema/sources/source'
import { sourceForm, type SourceChangesOnWire } from '@desk/schema/sources/source-form'
import type { SourceSuppliers } from '@desk/schema/sources/source-suppliers'
import { sourceWarnings } from '@desk/schema/sources/source-warnings'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { Schema } from 'effect'
import { SupplyPrice } from '@desk/schema/sources/source-form'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { countText } from '#ui/format/figures.ts'
import { isolated } from '#ui/format/isolated.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { priceText } from '#kit/bulk/bulk-plan.ts'
import { sourceEndChanges, SUPPLY_PRICE } from '#kit/bulk/source-rules.ts'
import type { CellVerdict } from '#kit/edit-cell/cell-rules.ts'
import { typedEnd } from '#kit/forms/form-warnings.ts'
import { zoneNameOf } from '#kit/forms/lookup-options.ts'
import { priceTyped, typedNumber } from '#kit/forms/typed-number.ts'
import { instantOf, wallTimeIn } from '#kit/forms/wall-times.ts'
import type { CellField } from './cell-fields.ts'

/** A source as it is before an edit of its cell. */
export interface CellBasis {
  readonly field: CellField
  readonly source: Source
  /** Of a price alone. */
  readonly pricing: SourceSuppliers | null
  readonly zones: readonly TimeZoneItem[]
  readonly seesSupplyPrice: boolean
}

/** The one call that an edit makes. */
export type CellOrder =
  | { readonly call: 'sources.update'; readonly payload: SourceChangesOnWire }
  | {
      readonly call: 'sourceSuppliers.price'
      readonly id: number
      readonly payload: { readonly supplier_cpi: number; readonly version: number }
    }

type Verdict = CellVerdict<CellOrder>

/** Reads a source for the edit of a cell. */
export async function readBasis(
  api: ApiClient,
  {
    field,
    id,
    zones,
    seesSupplyPrice,
  }: Pick<CellBasis, 'field' | 'zones' | 'seesSupplyPrice'> & { readonly id: number },
  signal?: AbortSignal,
): Promise<CellBasis> {
  const [source, pricing] = await Promise.all([
    api.call('sources.read', { params: { id }, signal }),
    field === 'price' ? api.call('sourceSuppliers.pricing', { params: { id }, signal }) : null,
  ])
  return { field, source, pricing, zones, seesSupplyPrice }
}

const zoneOf = ({ source, zones }: CellBasis): string => zoneNameOf(zones, source.out_of_field_time_zone_code)

/** The stored value as its input shows it. */
export function typedOf(basis: CellBasis): string {
  const { field, source, pricing } = basis
  switch (field) {
    case 'name':
      return source.name
    case 'target':
      return String(source.respondents)
    case 'price':
      return priceTyped(pricing?.supplier_cpi)
    case 'end':
      return source.out_of_field_date === null ? '' : wallTimeIn(source.out_of_field_date, zoneOf(basis))
  }
}

/** The stored value in words. */
export function saidOf(basis: CellBasis): string {
  const { field, source, pricing } = basis
  switch (field) {
    case 'name':
      return isolated(source.name)
    case 'target':
      return countText(source.respondents)
    case 'price':
      return priceText(pricing?.supplier_cpi ?? null)
    case 'end':
      return source.out_of_field_date === null
        ? 'no date of its own'
        : dateTimeText(Date.parse(source.out_of_field_date), zoneOf(basis))
  }
}

const PriceForm = Schema.Struct({ price: SupplyPrice })

function judgePrice(basis: CellBasis, typed: string): Verdict {
  const { pricing } = basis
  const from = saidOf(basis)
  const refused = (fault: string): Verdict => ({ from, to: typed, notes: [], warnings: [], order: null, fault })
  const price = typedNumber(typed)
  const [fault] = faultsOf(PriceForm, price === undefined ? {} : { price })
  if (fault !== undefined) return refused(fault.message)
  if (pricing === null || typeof price !== 'number') return refused('The price was not read.')
  const planned = SUPPLY_PRICE.order(pricing, price)
  if (typeof planned === 'string') return refused(planned)
  const { client_cpi: sell, supplier_cpi: was, suppliers, version } = pricing
  const paid = suppliers.filter(({ supplier_cpi: own }) => own === null).map(({ name }) => isolated(name))
  const margin = (of: number | null) => (sell === null || of === null ? null : priceOrLoss(sell - of))
  return {
    from,
    to: priceText(price),
    notes: [
      ...(paid.length === 0 ? [] : [`Paid to ${paid.join(', ')}`]),
      ...(planned.note === null ? [] : [planned.note]),
      ...(sell === null ? [] : [`Margin per complete ${was === null ? '' : `${margin(was)} → `}${margin(price)}`]),
    ],
    warnings: planned.warning === undefined ? [] : [planned.warning],
    order:
      was === price
        ? null
        : { call: 'sourceSuppliers.price', id: pricing.stmid, payload: { supplier_cpi: price, version } },
    fault: null,
  }
}

const priceOrLoss = (units: number): string =>
  units < 0 ? `−${priceText(-units)}` : units === 0 ? '$0.00' : priceText(units)

/** The form of a stored source with one field changed. */
function changedForm(basis: CellBasis, typed: string): SourceChangesOnWire {
  const { field, source } = basis
  const { out_of_field_date: date, out_of_field_time_zone_code: zoneCode } = source
  const end = field === 'end' ? (typed === '' ? null : instantOf(typed, zoneOf(basis))) : date
  const stored = sourceEndChanges(source, { date: end, zoneCode })
  if (field === 'name') return { ...stored, [SOURCE_ON_WIRE.name]: typed }
  // a text that is no number is the schema's to refuse
  if (field === 'target') return { ...stored, respondents: typedNumber(typed) as number }
  return stored
}

/** Judges the typed value, by the schema and the warnings of the form. */
export function judgeCell(basis: CellBasis, typed: string, nowMs: number): Verdict {
  const { field, source, seesSupplyPrice, zones } = basis
  if (field === 'price') return judgePrice(basis, typed)
  const payload = changedForm(basis, typed)
  const { stmid: _id, version: _version, status_version: _statusVersion, ...form } = payload
  const rules = { type: source.type, clickBalancing: source.click_balancing, seesSupplyPrice }
  const [fault] = faultsOf(sourceForm(rules), form)
  const after: CellBasis = {
    ...basis,
    source: {
      ...source,
      name: payload[SOURCE_ON_WIRE.name],
      respondents: payload.respondents,
      out_of_field_date: payload.out_of_field_date ?? null,
    },
  }
  if (fault !== undefined)
    return { from: saidOf(basis), to: typed, notes: [], warnings: [], order: null, fault: fault.message }
  const values = {
    out_of_field_date: field === 'end' ? typed : '',
    out_of_field_time_zone_code: source.out_of_field_time_zone_code,
  }
  const { endMs, sayEnd, passed } = typedEnd(values, zones, nowMs)
  const { survey_out_of_field_date: surveyEnd } = source
  const warned = sourceWarnings(
    {
      isLive: source.statusid === STATUS_CODES.live,
      target: field === 'target' ? payload.respondents : null,
      completes: source.completes,
      endMs,
      surveyEndMs: surveyEnd === null ? null : Date.parse(surveyEnd),
      sellPrice: null,
      supplyPrice: null,
      suppliers: [],
    },
    sayEnd,
  )
  const from = saidOf(basis)
  const to = saidOf(after)
  return {
    from,
    to,
    notes: [
      ...(field === 'target'
        ? [
            `${countText(Math.max(0, payload.respondents - source.completes))} left to ${countText(payload.respondents)}`,
          ]
        : []),
      ...(field === 'end' && payload.out_of_field_date === undefined ? ['The survey’s date applies'] : []),
    ],
    warnings: [...passed.map(({ words }) => words), ...warned.map(({ message }) => message)],
    order: from === to && typed === typedOf(basis) ? null : { call: 'sources.update', payload },
    fault: null,
  }
}

/** The what-if of an edit; null: a name moves no forecast, and a target of 0 is none. */
export function whatIfOf(field: CellField, order: CellOrder): WhatIfQuery | null {
  if (order.call === 'sourceSuppliers.price') return { price: order.payload.supplier_cpi }
  const { respondents, out_of_field_date: end } = order.payload
  if (field === 'target') return respondents > 0 ? { target: respondents } : null
  return field === 'end' ? { ends_at: end ?? 'none' } : null
}
