import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import type { CodeItem } from '@desk/schema/lookups/lookups'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { Supplier } from '@desk/schema/suppliers/supplier'
import type { SupplierSource } from '@desk/schema/suppliers/supplier-source'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { codeName } from '#kit/codes/code-items.ts'
import { PageHead, type HeadFact } from '#kit/heads/page-head.tsx'
import { PageTabs } from '#kit/heads/page-tabs.tsx'
import screen from '#kit/heads/screen.module.css'
import { useListRows } from '#kit/tables/use-list-rows.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { buttonClass } from '#ui/button.tsx'
import { moneyText } from '#ui/format/figures.ts'
import { SUPPLIERS } from './supplier-cache.ts'
import { SupplierContacts } from './supplier-contacts.tsx'
import { SupplierMoney } from './supplier-money.tsx'
import { SupplierSources } from './supplier-sources.tsx'
import { SupplierStatements } from './supplier-statements.tsx'
import { SUPPLIER_TABS, supplierTabHref, supplierTabOf, type SupplierTab } from './supplier-tabs.ts'

export interface SupplierPageProps {
  readonly me: CurrentUser
  readonly supplier: Supplier
  readonly types: readonly CodeItem[]
  readonly recruitments: readonly CodeItem[]
  /** The quality of its respondents, which is another noun's. */
  readonly quality: (supplierId: number) => React.ReactNode
  /** The form or the facts of the supplier, with the tabs in its head. */
  readonly settings: (tabs: React.ReactNode) => React.ReactNode
}

/** The calls that a tab needs; the others are open to every user who sees the supply side. */
const CALLS = {
  quality: 'scorecards.suppliers',
  statements: 'statements.list',
  contacts: 'supplierAccounts.list',
} as const satisfies Partial<Record<SupplierTab, Parameters<typeof mayCall>[1]>>

/** One supplier for users who see the supply side: its sources, quality, money, statements, contacts and settings. */
export function SupplierPage({ me, supplier, types, recruitments, quality, settings }: SupplierPageProps) {
  const { api } = useDesk()
  const [search] = useUrlSearch()
  const id = supplier.pm_sup_ud
  const rows = useListRows<SupplierSource>({
    queryKey: [SUPPLIERS, id, 'sources'],
    readPage: (query, signal) => api.call('suppliers.sources', { params: { id }, query, signal }),
    idOf: ({ stmid }) => stmid,
  })
  const sources = rows.read.data
  const mayOpen = (tab: SupplierTab) => !(tab in CALLS) || mayCall(me, CALLS[tab as keyof typeof CALLS])
  const open = (Object.keys(SUPPLIER_TABS) as SupplierTab[]).filter(mayOpen) // Object.keys loses the key types
  const asked = supplierTabOf(search['tab'])
  const shown = open.includes(asked) ? asked : 'sources'
  const tabs = (
    <PageTabs
      label="Parts of the supplier"
      tabs={open.map(tab => ({
        id: tab,
        label: SUPPLIER_TABS[tab],
        href: supplierTabHref(id, tab),
        count: tab === 'sources' ? sources?.length : undefined,
      }))}
      shown={shown}
    />
  )
  if (shown === 'settings') return settings(tabs)
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[{ label: 'Suppliers', href: '#/suppliers' }, { label: supplier.name }]}
        title={supplier.name}
        status={tabs}
        facts={factsOf(supplier, types, recruitments, sources)}
        actions={
          mayCall(me, 'suppliers.update') ? (
            <a className={buttonClass()} href={supplierTabHref(id, 'settings')}>
              Edit
            </a>
          ) : undefined
        }
      />
      {shown === 'sources' ? <SupplierSources supplier={supplier} rows={rows} /> : null}
      {shown === 'quality' ? quality(id) : null}
      {shown === 'money' ? <SupplierMoney supplierId={id} /> : null}
      {shown === 'statements' ? <SupplierStatements supplier={supplier} /> : null}
      {shown === 'contacts' ? <SupplierContacts supplierId={id} /> : null}
    </div>
  )
}

function factsOf(
  { pm_supplier_type_code_ud: type, recruitment_type: recruitment, supplier_cpi: price = 0 }: Supplier,
  types: readonly CodeItem[],
  recruitments: readonly CodeItem[],
  sources: readonly SupplierSource[] | undefined,
): readonly HeadFact[] {
  const live = sources?.filter(({ effective_statusid: status }) => status === STATUS_CODES.live).length
  return [
    ...(live === undefined ? [] : [{ name: 'Live', value: `${live} of ${sources?.length ?? 0}` }]),
    { name: 'Type', value: codeName(types, type) },
    { name: 'Recruitment', value: codeName(recruitments, recruitment) },
    ...(price === 0 ? [] : [{ name: 'Default price', value: moneyText(Math.round(price * 100), ACCOUNT_CURRENCY) }]),
  ]
}
