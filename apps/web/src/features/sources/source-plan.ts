import { HOLD_PLACES } from '@desk/schema/sources/hold-places'
import type { FormValues } from '@desk/machines/form/form.setup'
import { hasOnlyOwnPrices, idlePrice } from '@desk/schema/sources/own-prices'
import { AllocationChanges, BuyerRate, SourceSuppliers } from '@desk/schema/sources/source-suppliers'
import { repeatedInQuotas } from '@desk/schema/sources/quota-faults'
import { QualsQuotas, QualsQuotasInput } from '@desk/schema/sources/quals-quotas'
import { Source, SOURCE_ON_WIRE, type SourceType } from '@desk/schema/sources/source'
import { SourceAlias, sourceForm } from '@desk/schema/sources/source-form'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { SellPrice } from '@desk/schema/surveys/survey-fields'
import { Schema } from 'effect'
import { partValues, partsWire, type PartValue } from './allocations/allocation-values.ts'
import type { FieldPlan, FormValue } from '#kit/forms/field-kinds.ts'
import { priceTyped } from '#kit/forms/typed-number.ts'
import { quotaValues, quotaWire, type QuotaGroupValue } from './quotas/quota-values.ts'
import { BOOST_PLAN, boostRules, boostTyped, capFaults, withBoost } from './boost-fields.ts'
import { calculationType, withCalculation } from './calculation-type.ts'
import { PRICE_FIELD, sharedFields, type SourceLists, type SourceOptions } from './source-lists.ts'
import { DEFAULT_PACING } from './source-words.ts'
import { isolated } from '#ui/format/isolated.ts'

/** A source with all data of its editor, each part with its own version. */
export const SourceParts = Schema.Struct({
  source: Source,
  /** null: suppliers and supply prices are not this view's (domain.md §4). */
  suppliers: Schema.NullOr(SourceSuppliers),
  quotas: QualsQuotas,
  /** null: the sell price is not this view's. */
  rate: Schema.NullOr(BuyerRate),
})
export type SourceParts = typeof SourceParts.Type

export const isSourceParts = Schema.is(SourceParts)

/** The versions of the parts, as the form carries them. */
export const versionOf = ({ source, suppliers, quotas, rate }: SourceParts): string =>
  [source.version, suppliers?.version ?? 0, quotas.version, rate?.version ?? 0].join('.')

/** The fields of a source in this form. */
export interface SourceFacts {
  readonly type: Exclude<SourceType, 'classic'>
  readonly lists: SourceLists
  readonly options: SourceOptions
  readonly seesSuppliers: boolean
  readonly seesSellPrice: boolean
  readonly mayBoost: boolean
  /** The stored Supply Price; null: none, or a new source. */
  readonly storedPrice: number | null
}

/** An exchange has one CPI, which is typed as it reports it; where it is empty the cost is not known (docs/decisions/0102). */
const EXCHANGE_CPI_FIELD = { name: 'supplier_cpi', label: 'CPI', kind: 'number' } as const
/** Whether this form says how the price is raised: by who may, and sees it. */
export const boosts = ({ mayBoost, type, seesSuppliers }: SourceFacts) => mayBoost && type !== 'lucid' && seesSuppliers

// the values come from this form's own fields
export const partsIn = (value: FormValue | undefined) => (value ?? []) as unknown as readonly PartValue[]
const groupsIn = (value: FormValue | undefined) => (value ?? []) as unknown as readonly QuotaGroupValue[]

const sayParts = (lists: SourceLists) => (value: FormValue) =>
  partsIn(value)
    .map(
      ({ pm_sup_ud: id, allocation_percent: percent, supplier_cpi: price }) =>
        `${lists.suppliers.find(({ pm_sup_ud }) => pm_sup_ud === id)?.name ?? `Supplier ${id}`} ${percent} %${price === '' ? '' : ` at ${price}`}`,
    )
    .join(', ')

const sayNames = (value: FormValue) =>
  Array.isArray(value)
    ? value
        .map(item => (typeof item === 'object' && item !== null && 'name' in item ? isolated(String(item.name)) : ''))
        .join(', ')
    : ''
const sayGroups = (value: FormValue) =>
  groupsIn(value)
    .map(
      ({ name, quotas }) =>
        `${isolated(name)} › ${quotas
          .map(quota => `${isolated(quota.name)}: ${quota.target}`)
          .slice(0, 10)
          .join(', ')}${quotas.length > 10 ? ` and ${quotas.length - 10} more` : ''}`,
    )
    .join(' · ')

/** The fields of a DIY or Lucid source's form, in the order of the screen. */
export function sourceFields(facts: SourceFacts): readonly FieldPlan<SourceFormSent>[] {
  const { type, lists, options, seesSuppliers, seesSellPrice, mayBoost } = facts
  const { basics, control } = sharedFields(lists, options)
  const alias: readonly FieldPlan<SourceFormSent>[] = [
    { name: 'alias', label: 'Alias', kind: 'text' },
    { name: 'auto_boost', label: 'Auto-Boost', kind: 'switch' },
    ...(boosts(facts) ? BOOST_PLAN : []),
  ]
  return [
    ...basics,
    ...(seesSuppliers ? [type === 'lucid' ? EXCHANGE_CPI_FIELD : PRICE_FIELD] : []),
    ...(seesSellPrice ? [{ name: 'pm_sy_client_cpi', label: 'Buyer rate', kind: 'number' } as const] : []),
    ...(seesSuppliers
      ? [
          {
            name: 'suppliers',
            label: 'Suppliers',
            kind: 'data',
            say: sayParts(lists),
            numbers: ['allocation_percent', 'supplier_cpi'],
          } as const,
        ]
      : []),
    { name: 'qualifications', label: 'Qualifications', kind: 'data', say: sayNames },
    { name: 'quota_groups', label: 'Quotas', kind: 'data', say: sayGroups, numbers: ['target'] },
    ...control,
    ...(mayBoost ? alias : []),
  ]
}

/** A field that is not this view's. */
const ABSENT = Schema.optionalKey(Schema.Json)

/** The rules of the whole editor, composed of the server's rules for its parts (§5.18, §5.19). */
export function sourceSchema(facts: SourceFacts) {
  const { type, seesSuppliers, seesSellPrice, mayBoost, storedPrice } = facts
  return Schema.Struct({
    ...sourceForm({ type, clickBalancing: true, seesSupplyPrice: seesSuppliers }).fields,
    calculation_type_code_ud: calculationType,
    suppliers: seesSuppliers ? AllocationChanges.fields.suppliers : ABSENT,
    qualifications: QualsQuotasInput.fields.qualifications,
    quota_groups: QualsQuotasInput.fields.quota_groups,
    pm_sy_client_cpi: seesSellPrice ? Schema.optionalKey(SellPrice) : ABSENT,
    alias: mayBoost ? SourceAlias.fields.alias : ABSENT,
    auto_boost: mayBoost ? SourceAlias.fields.auto_boost : ABSENT,
    boost_step: boosts(facts) ? boostRules.boost_step : ABSENT,
    boost_cap: boosts(facts) ? boostRules.boost_cap : ABSENT,
    boost_minutes: boosts(facts) ? boostRules.boost_minutes : ABSENT,
  }).check(
    Schema.makeFilter(({ qualifications, quota_groups, ...others }) => [
      ...repeatedInQuotas({ qualifications, quota_groups }).map(({ path, message }): Schema.FilterIssue => ({
        path,
        issue: message,
      })),
      ...capFaults(others),
      ...idlePrice({
        before: storedPrice,
        after: others.supplier_cpi ?? null,
        isIdle: storedPrice !== null && hasOnlyOwnPrices((others.suppliers ?? []) as AllocationChanges['suppliers']), // judged by their own rule
      }).map(({ path, message }): Schema.FilterIssue => ({ path, issue: message })),
    ]),
  )
}

export type SourceFormSent = ReturnType<typeof sourceSchema>['Type']

/**
 * The values for checking: shares and quotas as the calls take them, the requested status, and no calculation type if
 * none is needed.
 * @param status the source's new status
 */
export function sourceWire(wire: FormValues, status: number): FormValues {
  const { suppliers, quota_groups: groups, ...rest } = withBoost(withCalculation(wire))
  return {
    ...rest,
    [SOURCE_ON_WIRE.statusid]: status,
    ...(suppliers === undefined ? {} : { suppliers: partsWire(partsIn(suppliers)) as unknown as FormValue }),
    quota_groups: quotaWire(groupsIn(groups)) as unknown as FormValue,
  }
}

/** A stored source by the names of the form's fields. */
export function storedSource({ source, suppliers, quotas, rate }: SourceParts): object {
  const { supplier_cpi: price, name, statusid, ...fields } = source
  return {
    ...fields,
    [SOURCE_ON_WIRE.name]: name,
    [SOURCE_ON_WIRE.statusid]: statusid,
    supplier_cpi: priceTyped(price),
    pm_sy_client_cpi: priceTyped(rate?.pm_sy_client_cpi),
    suppliers: suppliers === null ? [] : partValues(suppliers.suppliers),
    qualifications: quotas.qualifications,
    quota_groups: quotaValues(quotas.quota_groups),
    alias: source.alias ?? '',
    ...boostTyped(source),
  }
}

/** The initial values of a new source's form: its survey's zone and rate. */
export function newSource(survey: Pick<SurveyDetail, 'out_of_field_time_zone_code'>, rate: BuyerRate | null): object {
  return {
    out_of_field_time_zone_code: survey.out_of_field_time_zone_code,
    pacing: DEFAULT_PACING,
    hold_places: HOLD_PLACES.none.code,
    suppliers: [],
    qualifications: [],
    quota_groups: [],
    pm_sy_client_cpi: priceTyped(rate?.pm_sy_client_cpi),
    ...boostTyped({}),
  }
}

/** Whether checked values ask to launch a source. @param present its status; null: a new one */
export const asksToLaunch = (wire: FormValues, present: number | null): boolean =>
  wire[SOURCE_ON_WIRE.statusid] === STATUS_CODES.live && present !== STATUS_CODES.live

/** The status that a save asks for: live, or what the source has. */
export const statusWanted = (isLaunch: boolean, present: number | null): number =>
  isLaunch ? STATUS_CODES.live : (present ?? STATUS_CODES.draft)
