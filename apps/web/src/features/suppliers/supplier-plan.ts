import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { SECURITY_LEVELS } from '@desk/schema/defender/levels'
import type { CodeItem } from '@desk/schema/lookups/lookups'
import { REDIRECT_TYPES } from '@desk/schema/respondents/state'
import { REDIRECT_LABELS } from '@desk/schema/suppliers/redirect-url'
import { Supplier } from '@desk/schema/suppliers/supplier'
import {
  redirectField,
  SUPPLIER_THRESHOLDS,
  type SupplierForm,
  type SupplierInput,
} from '@desk/schema/suppliers/supplier-form'
import { Schema } from 'effect'
import { moneyText } from '#ui/format/figures.ts'
import { sayTexts } from '#kit/history/history-says.ts'
import { codeName } from '#kit/codes/code-items.ts'
import type { FieldPlan, FormValue } from '#kit/forms/field-kinds.ts'
import type { HistoryFields } from '#kit/history/history-words.ts'

export interface SupplierPlanFacts {
  readonly types: readonly CodeItem[]
  readonly recruitments: readonly CodeItem[]
  readonly seesPrices: boolean
}

/** The fields of the form, in the order of the page (§3.7). */
export function supplierFields({
  types,
  recruitments,
  seesPrices,
}: SupplierPlanFacts): readonly FieldPlan<SupplierForm>[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', isRequired: true },
    {
      name: 'pm_supplier_type_code_ud',
      label: 'Type',
      kind: 'choice',
      isRequired: true,
      say: code => codeName(types, Number(code)),
    },
    {
      name: 'recruitment_type',
      label: 'Recruitment Type',
      kind: 'choice',
      isRequired: true,
      say: code => codeName(recruitments, Number(code)),
    },
    ...(seesPrices ? ([{ name: 'supplier_cpi', label: 'Supplier CPI', kind: 'number' }] as const) : []),
    ...REDIRECT_TYPES.map(type => ({
      name: redirectField(type),
      label: `${REDIRECT_LABELS[type]} redirect`,
      kind: 'text' as const,
    })),
    { name: 'security_level', label: 'Security level', kind: 'choice', say: level => levelText(level) },
    { name: 'text_analytics_flg', label: 'Text analytics', kind: 'switch' },
    { name: 'language_threshold', label: SUPPLIER_THRESHOLDS.language_threshold.label, kind: 'number' },
    { name: 'bot_detection_flg', label: 'Bot detection', kind: 'switch' },
    { name: 'threat_level', label: SUPPLIER_THRESHOLDS.threat_level.label, kind: 'number' },
    { name: 'activity_enabled_flg', label: 'Activity', kind: 'switch' },
    { name: 'token_threshold', label: SUPPLIER_THRESHOLDS.token_threshold.label, kind: 'number' },
  ]
}

/** The levels of a supplier's security, as a form shows them. */
export const LEVEL_CHOICES = Object.entries(SECURITY_LEVELS).map(([level, name]) => ({
  value: Number(level),
  label: `${level} ${name}`,
}))

const levelText = (level: FormValue): string => LEVEL_CHOICES.find(({ value }) => value === level)?.label ?? ''

/** The history's names of the fields. */
export function supplierHistoryFields(fields: readonly FieldPlan[]): HistoryFields {
  const sayPrice = (price: unknown) =>
    typeof price === 'number' ? moneyText(Math.round(price * 100), ACCOUNT_CURRENCY) : null
  return {
    ...Object.fromEntries(
      fields.map(({ name, label }) => [name, name === 'supplier_cpi' ? { label, say: sayPrice } : { label }]),
    ),
    security_level: { label: 'Security level' },
    // of the time when it had a switch of its own
    custom_security_flg: { label: 'Custom security' },
    excluded_projects: { label: 'Excluded projects', say: sayTexts },
  }
}

/** A supplier by the names of the form's fields. */
export function formStored({
  redirects,
  supplier_cpi: price,
  custom_security_flg: _isCustom,
  ...supplier
}: Supplier): object {
  return {
    ...supplier,
    ...(price === undefined ? {} : { supplier_cpi: price.toFixed(2) }),
    ...Object.fromEntries(redirects.map(({ type, url }) => [redirectField(type), url])),
  }
}

/**
 * Converts the form's values for sending: redirects as a list, and an empty price as 0 (§3.7).
 */
export function supplierInput(form: SupplierForm, seesPrices: boolean): SupplierInput {
  const redirects = REDIRECT_TYPES.flatMap(type => {
    const url = form[redirectField(type)]?.trim() ?? ''
    return url === '' ? [] : [{ type, url }]
  })
  const others = Object.fromEntries(Object.entries(form).filter(([name]) => !name.startsWith('redirects_'))) as Omit<
    SupplierForm,
    `redirects_${string}`
  >
  return { ...others, ...(seesPrices ? { supplier_cpi: form.supplier_cpi ?? 0 } : {}), redirects }
}

const isSupplier = Schema.is(Supplier)

/** Converts the supplier of a conflict or an answer for the form. */
export function readSupplier(current: unknown): { readonly stored: object; readonly version: number } | null {
  return isSupplier(current) ? { stored: formStored(current), version: current.version } : null
}
