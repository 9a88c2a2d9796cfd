import type { FormValues } from '@desk/machines/form/form.setup'
import type {
  AllocationTemplate,
  AllocationTemplateChanges,
  NewAllocationTemplate,
} from '@desk/schema/sources/allocation-template'
import type { QuotaGroupInput } from '@desk/schema/sources/quals-quotas'
import type { SourceType } from '@desk/schema/sources/source'
import { SOURCE_TEMPLATE_TYPES, type NewSourceTemplate } from '@desk/schema/sources/source-template'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { partsWire, partsWords, partValues, type PartValue } from './allocations/allocation-values.ts'
import type { FormValue } from '#kit/forms/field-kinds.ts'
import { typedNumber } from '#kit/forms/typed-number.ts'
import { sayOption } from '#kit/history/history-says.ts'
import type { HistoryFields } from '#kit/history/history-words.ts'
import { quotaWire, type QuotaGroupValue } from './quotas/quota-values.ts'
import type { Template, Templates } from './templates/template.ts'
import { readPages } from '#kit/tables/read-pages.ts'

/** The scopes of an allocation template, by the codes of lookup 33. */
export const OF_A_SURVEY = 1
const OF_A_SOURCE = 2
const OFFERS = [
  { value: OF_A_SOURCE, label: 'a source' },
  { value: OF_A_SURVEY, label: 'a whole survey' },
] as const

const SOURCE_TEMPLATE_FIELDS: HistoryFields = { name: { label: 'Template Name' } }
const ALLOCATION_TEMPLATE_FIELDS: HistoryFields = {
  ...SOURCE_TEMPLATE_FIELDS,
  template_type: { label: 'Offered for', say: sayOption(OFFERS) },
  suppliers: { label: 'Suppliers' },
}

const keyed = (key: string) => ({ 'idempotency-key': key })

/** A template's quotas as a form edits them: new ones, without numbers. */
export function templateQuotas(groups: readonly QuotaGroupInput[]): readonly QuotaGroupValue[] {
  return groups.map(({ name, conditions = [], target, quotas }) => ({
    name,
    conditions,
    target: target == null ? '' : String(target),
    quotas: quotas.map(quota => ({ name: quota.name, conditions: quota.conditions, target: String(quota.target) })),
  }))
}

const numbered = ({ quota_no: _no, ...quota }: QuotaGroupValue['quotas'][number]) => quota

/** The part of a source's form that a template stores. */
export function templateOf(name: string, type: SourceType, values: FormValues): NewSourceTemplate {
  // the form's own fields; what of them is no good the server says
  const groups = (values['quota_groups'] ?? []) as unknown as readonly QuotaGroupValue[]
  const target = typedNumber(String(values['respondents'] as string))
  return {
    name,
    source_template_type: SOURCE_TEMPLATE_TYPES[type],
    ...(target === undefined ? {} : { respondents: target }),
    click_balancing: values['click_balancing'] === true,
    calculation_type_code_ud: values['calculation_type_code_ud'] ?? null,
    pacing: values['pacing'] ?? null,
    hold_places: values['hold_places'] ?? null,
    qualifications: values['qualifications'] ?? [],
    quota_groups: quotaWire(groups.map(group => ({ ...group, quotas: group.quotas.map(numbered) }))),
  } as unknown as NewSourceTemplate
}

/** Templates of a source's qualifications, quotas and settings (api:T21, T23–T26), without price and suppliers. */
export function sourceTemplates(api: ApiClient, type: SourceType): Templates {
  const listed = (signal?: AbortSignal) =>
    readPages(page => api.call('sourceTemplates.listSettings', { query: page, signal }))
  return {
    title: 'Source templates',
    list: async signal =>
      (await listed(signal))
        .filter(template => template.source_template_type === SOURCE_TEMPLATE_TYPES[type])
        .map(({ source_template_id: id, name, qualifications_count: asked, quotas_count: quotas, respondents }) => ({
          id,
          name,
          about: `Target (N) ${respondents}${type === 'classic' ? '' : ` · ${asked} qualifications · ${quotas} quotas`}`,
          blocked: null,
        })),
    changesOf: async id => {
      const [all, asked] = await Promise.all([listed(), api.call('sourceTemplates.qualsQuotas', { params: { id } })])
      const settings = all.find(({ source_template_id }) => source_template_id === id)
      return {
        ...(settings === undefined
          ? {}
          : {
              respondents: String(settings.respondents),
              click_balancing: settings.click_balancing,
              calculation_type_code_ud: settings.calculation_type_code_ud,
              pacing: settings.pacing,
              hold_places: settings.hold_places,
            }),
        // a classic source asks nothing
        ...(type === 'classic'
          ? {}
          : {
              qualifications: asked.qualifications as unknown as FormValue,
              quota_groups: templateQuotas(asked.quota_groups) as unknown as FormValue,
            }),
      }
    },
    save: (name, values, _offer, key) =>
      api.call('sourceTemplates.create', { headers: keyed(key), payload: templateOf(name, type, values) }),
    remove: id => api.call('sourceTemplates.remove', { query: { source_template_id: id } }),
    history: { scope: 'source_template', fields: SOURCE_TEMPLATE_FIELDS },
  }
}

const typedParts = (values: FormValues) => partsWire((values['suppliers'] ?? []) as unknown as readonly PartValue[])

const storedParts = (suppliers: AllocationTemplate['suppliers']) =>
  suppliers.map(({ pm_sup_ud, allocation_percent, supplier_cpi }) => ({
    pm_sup_ud,
    allocation_percent,
    ...(supplier_cpi === null ? {} : { supplier_cpi }),
  }))

/** The allocation templates as lists show them (api:T27). @param offeredFor those for this alone; without it each says what it is for */
export async function listAllocations(
  api: ApiClient,
  signal: AbortSignal,
  offeredFor?: number,
): Promise<readonly Template[]> {
  const all = await readPages(page => api.call('sourceTemplates.listAllocations', { query: page, signal }))
  return all
    .filter(({ template_type: offer }) => offeredFor === undefined || offer === offeredFor)
    .map(({ supplier_allocation_template_id: id, name, template_type: offer, suppliers, version }) => {
      const gone = suppliers.flatMap(supplier => (supplier.is_gone ? [supplier.name] : []))
      const parts = partsWords(suppliers)
      return {
        id,
        name,
        about: offer === OF_A_SURVEY && offeredFor === undefined ? `For a whole survey · ${parts}` : parts,
        blocked: gone.length === 0 ? null : `${gone.join(', ')}: deleted`,
        offer,
        version,
      }
    })
}

/** Templates of an allocation (api:T27–T31): suppliers with their shares and, if a source has them, agreed prices. */
export const allocationTemplates = (api: ApiClient, hasPrices: boolean): Templates => ({
  title: 'Allocation templates',
  list: signal => listAllocations(api, signal),
  changesOf: async id => {
    const { suppliers } = await api.call('sourceTemplates.readAllocation', { params: { id } })
    return { suppliers: partValues(suppliers, hasPrices) as unknown as FormValue }
  },
  offers: OFFERS,
  save: (name, values, offer, key) =>
    api.call('sourceTemplates.createAllocation', {
      headers: keyed(key),
      payload: { name, template_type: offer, suppliers: typedParts(values) } as unknown as NewAllocationTemplate,
    }),
  change: async ({ id, version }, { name, offer, values }, key) => {
    const suppliers =
      values === null
        ? storedParts((await api.call('sourceTemplates.readAllocation', { params: { id } })).suppliers)
        : typedParts(values)
    const payload = {
      supplier_allocation_template_id: id,
      name,
      template_type: offer,
      suppliers,
      ...(version === undefined ? {} : { version }),
    }
    return api.call('sourceTemplates.updateAllocation', {
      headers: keyed(key),
      payload: payload as unknown as AllocationTemplateChanges,
    })
  },
  remove: id => api.call('sourceTemplates.removeAllocation', { params: { id } }),
  history: { scope: 'allocation_template', fields: ALLOCATION_TEMPLATE_FIELDS },
})
