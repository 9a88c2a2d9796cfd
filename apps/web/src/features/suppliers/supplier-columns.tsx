import type { CodeItem } from '@desk/schema/lookups/lookups'
import { REDIRECT_TYPES, type RedirectType } from '@desk/schema/respondents/state'
import { REDIRECT_LABELS } from '@desk/schema/suppliers/redirect-url'
import type { SupplierRow } from '@desk/schema/suppliers/supplier'
import type { DataColumn } from '#ui/table/column.ts'
import { codeName } from '#kit/codes/code-items.ts'
import { NameLink } from '#kit/tables/name-link.tsx'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'

export interface SupplierColumnFacts {
  readonly types: readonly CodeItem[]
  readonly recruitments: readonly CodeItem[]
  /** Prices are hidden from the plain external view (domain.md §4). */
  readonly seesPrices: boolean
}

/** The outcomes for which a supplier has a redirect, in few words. */
export function redirectWords(types: readonly RedirectType[]): string {
  const missing = REDIRECT_TYPES.filter(type => !types.includes(type))
  if (types.length === 0) return 'None'
  if (missing.length === 0) return 'All'
  const named = (list: readonly RedirectType[]) => list.map(type => REDIRECT_LABELS[type]).join(', ')
  return missing.length < types.length ? `All but ${named(missing)}` : named(types)
}

/** The columns of the supplier list. */
export function supplierColumns({ types, recruitments, seesPrices }: SupplierColumnFacts): DataColumn<SupplierRow>[] {
  const columns: DataColumn<SupplierRow>[] = [
    {
      id: 'name',
      header: 'Name',
      kind: 'custom',
      width: 180,
      value: ({ name }) => name,
      uses: ['name'],
      render: ({ pm_sup_ud, name }) => <NameLink href={`#/suppliers/${pm_sup_ud}`} name={name} />,
    },
    { id: 'id', header: 'ID', kind: 'text', width: 60, grow: 0, value: ({ pm_sup_ud }) => String(pm_sup_ud) },
    {
      id: 'type',
      header: 'Type',
      kind: 'text',
      width: 126,
      value: ({ pm_supplier_type_code_ud }) => codeName(types, pm_supplier_type_code_ud),
    },
    {
      id: 'recruitment',
      header: 'Recruitment',
      kind: 'text',
      width: 150,
      value: ({ recruitment_type }) => codeName(recruitments, recruitment_type),
    },
    {
      id: 'sources',
      header: 'Sources',
      headerTooltip: 'Sources that buy from it, whatever their status',
      kind: 'integer',
      width: 90,
      grow: 0,
      value: ({ sources_count }) => sources_count,
    },
    {
      id: 'redirects',
      header: 'Redirects',
      headerTooltip: 'Outcomes that have a redirect of their own',
      kind: 'text',
      width: 190,
      grow: 2,
      value: ({ redirect_types }) => redirectWords(redirect_types),
    },
  ]
  if (!seesPrices) return columns
  const cpi: DataColumn<SupplierRow> = {
    id: 'cpi',
    header: 'CPI',
    headerTooltip: 'Price per complete, unless the source has its own',
    kind: 'money',
    width: 88,
    grow: 0,
    currency: ACCOUNT_CURRENCY,
    // none is stored as 0
    value: ({ supplier_cpi = 0 }) => (supplier_cpi === 0 ? null : Math.round(supplier_cpi * 100)),
  }
  return [...columns, cpi]
}
