import type { CodeItem } from '@desk/schema/lookups/lookups'
import { SECURITY_LEVELS } from '@desk/schema/defender/levels'
import { REDIRECT_TYPES } from '@desk/schema/respondents/state'
import { REDIRECT_LABELS } from '@desk/schema/suppliers/redirect-url'
import type { Supplier } from '@desk/schema/suppliers/supplier'
import { moneyText } from '#ui/format/figures.ts'
import { codeName } from '#kit/codes/code-items.ts'
import { FormSection } from '#kit/forms/form-page.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import factList from '#kit/tables/fact-list.module.css'
import { FactList, type Fact } from '#kit/tables/fact-list.tsx'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { supplierFields, supplierHistoryFields } from './supplier-plan.ts'

export interface SupplierViewProps {
  readonly supplier: Supplier
  readonly types: readonly CodeItem[]
  readonly recruitments: readonly CodeItem[]
  /** The other parts of its page, in the head; null: it has none. */
  readonly tabs: React.ReactNode
}

/** A read-only supplier (domain.md §8). */
export function SupplierView({ supplier, types, recruitments, tabs }: SupplierViewProps) {
  const { name, redirects, supplier_cpi: cpi } = supplier
  const threshold = (isOn: boolean, value: number | null) => (isOn && value !== null ? String(value) : 'off')
  return (
    <div className={factList['page']}>
      <PageHead
        crumbs={[{ label: 'Suppliers', href: '#/suppliers' }, { label: name }]}
        title={name}
        status={tabs}
        facts={[{ name: 'ID', value: supplier.pm_sup_ud }]}
      />
      <Facts
        title="Supplier"
        facts={[
          ['Type', codeName(types, supplier.pm_supplier_type_code_ud)],
          ['Recruitment Type', codeName(recruitments, supplier.recruitment_type)],
          ...(cpi === undefined
            ? []
            : ([['Supplier CPI', moneyText(Math.round(cpi * 100), ACCOUNT_CURRENCY)]] as const)),
        ]}
      />
      <Facts
        title="Redirects"
        facts={REDIRECT_TYPES.map(type => [
          REDIRECT_LABELS[type],
          redirects.find(redirect => redirect.type === type)?.url ?? 'none',
        ])}
      />
      <Facts
        title="Security"
        facts={[
          ['Security level', `${supplier.security_level} ${SECURITY_LEVELS[supplier.security_level]}`],
          ['Text analytics, Language Threshold', threshold(supplier.text_analytics_flg, supplier.language_threshold)],
          ['Bot detection, Threat Level', threshold(supplier.bot_detection_flg, supplier.threat_level)],
          ['Activity, Token Threshold', threshold(supplier.activity_enabled_flg, supplier.token_threshold)],
        ]}
      />
      <HistoryPanel
        scope="supplier"
        id={supplier.pm_sup_ud}
        fields={supplierHistoryFields(supplierFields({ types, recruitments, seesPrices: cpi !== undefined }))}
      />
    </div>
  )
}

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <FormSection title={title}>
      <FactList facts={facts} />
    </FormSection>
  )
}
