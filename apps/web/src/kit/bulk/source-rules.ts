import { faultsOf } from '@desk/machines/form/form.fields'
import { SOURCE_ON_WIRE, type Source } from '@desk/schema/sources/source'
import { sourceForm, type SourceChangesOnWire } from '@desk/schema/sources/source-form'
import { hasOnlyOwnPrices, ONLY_OWN_PRICES } from '@desk/schema/sources/own-prices'
import type { SourceSuppliers } from '@desk/schema/sources/source-suppliers'
import { endWarning, priceWarnings } from '@desk/schema/sources/source-warnings'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { priceText, type EndRules, type OutOfField, type PriceRules } from './bulk-plan.ts'
import { isolated } from '#ui/format/isolated.ts'

const ownPrices = ({ suppliers }: SourceSuppliers): string =>
  suppliers.map(({ name, supplier_cpi: price }) => `${isolated(name)} ${priceText(price)}`).join(', ')

function ownPricesNote({ suppliers }: SourceSuppliers): string | null {
  const own = suppliers.filter(({ supplier_cpi: price }) => price !== null)
  return own.length === 0
    ? null
    : `${own.map(({ name }) => isolated(name)).join(', ')} ${own.length === 1 ? 'keeps its own price' : 'keep their own prices'}`
}

/** The supply price of a source's completes (§5.19). */
export const SUPPLY_PRICE: PriceRules<SourceSuppliers> = {
  priceOf: ({ supplier_cpi }) => supplier_cpi,
  order(present, price) {
    const { stmid: id, type, supplier_cpi: was, version } = present
    if (type === 'lucid') return 'The CPI of an exchange is typed in its form.'
    if (hasOnlyOwnPrices(present.suppliers)) return `${ONLY_OWN_PRICES}: ${ownPrices(present)}.`
    const [warning] = priceWarnings({
      sellPrice: present.client_cpi,
      supplyPrice: price,
      // their own prices stay as they are
      suppliers: present.suppliers.map(each => ({ ...each, supplier_cpi: null })),
    })
    return {
      note: ownPricesNote(present),
      ...(warning === undefined ? {} : { warning: warning.message }),
      order: { kind: 'supplyPrice', id, payload: { supplier_cpi: price, version }, was },
    }
  },
}

/** A source's form as it is stored, with another out-of-field date; the status stays as it was read. */
export function sourceEndChanges(source: Source, { date, zoneCode }: OutOfField): SourceChangesOnWire {
  const {
    stmid,
    name,
    respondents,
    statusid,
    click_balancing,
    calculation_type_code_ud,
    pacing,
    supplier_cpi: price,
    country_id,
    version,
    status_version,
  } = source
  return {
    stmid,
    [SOURCE_ON_WIRE.name]: name,
    respondents,
    [SOURCE_ON_WIRE.statusid]: statusid,
    click_balancing,
    calculation_type_code_ud,
    pacing,
    ...(price == null ? {} : { supplier_cpi: price }),
    ...(country_id === null ? {} : { country_id }),
    ...(date === null ? {} : { out_of_field_date: date }),
    out_of_field_time_zone_code: zoneCode,
    version,
    status_version,
  }
}

/** When field work of a source ends; without a date of its own its survey's holds. @param seesSupplyPrice whether it is this view's to see and to set (domain.md §4) */
export const sourceEnd = ({ seesSupplyPrice }: { readonly seesSupplyPrice: boolean }): EndRules<Source> => ({
  noun: 'source',
  endOf: ({ out_of_field_date: date, out_of_field_time_zone_code: zoneCode }) => ({ date, zoneCode }),
  isLive: ({ statusid }) => statusid === STATUS_CODES.live,
  warn: ({ survey_out_of_field_date: surveyEnd }, { date, zoneCode }, say) =>
    endWarning(
      {
        endMs: date === null ? null : Date.parse(date),
        surveyEndMs: surveyEnd === null ? null : Date.parse(surveyEnd),
      },
      atMs => say({ date: new Date(atMs).toISOString(), zoneCode }),
    ),
  order(source, wanted) {
    if (source.type === 'classic' && !seesSupplyPrice) return 'Classic sources are not this view’s to change.'
    const was = { date: source.out_of_field_date, zoneCode: source.out_of_field_time_zone_code }
    const payload = sourceEndChanges(source, wanted.date === null ? { date: null, zoneCode: was.zoneCode } : wanted)
    const { stmid: _id, version: _version, status_version: _statusVersion, ...form } = payload
    const [fault] = faultsOf(
      sourceForm({ type: source.type, clickBalancing: source.click_balancing, seesSupplyPrice }),
      form,
    )
    return fault === undefined ? { kind: 'sourceEnd', payload, was } : `It cannot be saved as it is: ${fault.message}.`
  },
})
