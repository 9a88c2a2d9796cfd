import type { SupplierAccount } from '@desk/schema/supplier-accounts/supplier-account'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Handshake, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { namesById } from '#kit/forms/named-options.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { StatementLinks } from '#kit/statement-links/statement-links.tsx'
import { ALL, type ListFilter } from '#kit/tables/list-filter.ts'
import { ListTable } from '#kit/tables/list-table.tsx'
import { readPages } from '#kit/tables/read-pages.ts'
import { useListRows } from '#kit/tables/use-list-rows.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { supplierAccountColumns } from './supplier-account-columns.tsx'
import { EditContacts, LinkSupplier } from './supplier-account-dialog.tsx'
import { SUPPLIER_ACCOUNTS } from './supplier-account-plan.ts'
import { UnlinkSupplier } from './unlink-supplier.tsx'
import { isolated } from '#ui/format/isolated.ts'

const CONTACT_OPTIONS = [
  { id: ALL, label: 'All suppliers' },
  { id: 'with', label: 'With contacts' },
  { id: 'without', label: 'Without contacts' },
]

/** The suppliers of the account that have an account of their own (§2.25): admins read them and their contacts, super admins link them. */
export function SupplierAccountsScreen() {
  useAppTitle('Supplier accounts')
  const me = useUser()
  return me === null ? null : <SupplierAccounts me={me} key={me.pm_dsh_ud} />
}

type Open = { readonly act: 'link' } | { readonly act: 'edit' | 'unlink'; readonly link: SupplierAccount }

function SupplierAccounts({ me }: { readonly me: CurrentUser }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const zone = useZone()
  const [raw] = useUrlSearch()
  const [open, setOpen] = useState<Open | null>(null)
  const mayLink = mayCall(me, 'supplierAccounts.link')
  const rows = useListRows<SupplierAccount>({
    queryKey: [SUPPLIER_ACCOUNTS, me.pm_dsh_ud],
    readPage: (query, signal) => desk.api.call('supplierAccounts.list', { query, signal }),
    idOf: ({ supplier_account_ud }) => supplier_account_ud,
  })
  const columns = useMemo(
    () =>
      supplierAccountColumns({
        zone: zone.name,
        mayLink,
        onOpen: link => setOpen({ act: 'edit', link }),
        onUnlink: link => setOpen({ act: 'unlink', link }),
      }),
    [zone.name, mayLink],
  )
  const contacts = raw['contacts'] === 'with' || raw['contacts'] === 'without' ? raw['contacts'] : undefined
  const filters: readonly ListFilter<SupplierAccount>[] = [
    {
      name: 'contacts',
      label: 'Contacts',
      options: CONTACT_OPTIONS,
      chosen: contacts,
      keeps: row => row.contacts.length > 0 === (contacts === 'with'),
    },
  ]
  const close = () => setOpen(null)
  const changed = () => {
    for (const key of [SUPPLIER_ACCOUNTS, HISTORY]) void queries.invalidateQueries({ queryKey: [key] })
    close()
  }
  const link = mayLink ? (
    <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setOpen({ act: 'link' })}>
      Link a supplier
    </Button>
  ) : null
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Supplier accounts" actions={rows.read.data?.length === 0 ? null : link} />
      <ListTable
        name="supplier accounts"
        label="Supplier accounts"
        rows={rows}
        columns={columns}
        filters={filters}
        empty={
          <EmptyState title="No supplier accounts yet" icon={<Handshake aria-hidden />} action={link}>
            A supplier can have an account of its own on this installation, with people to talk to.
            {mayLink ? '' : ' A super admin links it; you then keep its contacts here.'}
          </EmptyState>
        }
      />
      <StatementLinks supplier={null} month={null} />
      {open?.act === 'link' ? (
        <Linking me={me} linked={rows.read.data ?? []} onSaved={changed} onClosed={close} />
      ) : null}
      {open?.act === 'edit' ? <EditContacts me={me} link={open.link} onSaved={changed} onClosed={close} /> : null}
      {open?.act === 'unlink' ? <UnlinkSupplier link={open.link} onDone={changed} onClosed={close} /> : null}
    </div>
  )
}

interface LinkingProps {
  readonly me: CurrentUser
  readonly linked: readonly SupplierAccount[]
  readonly onSaved: () => void
  readonly onClosed: () => void
}

/** The dialog of a new link, once its lists are there. */
function Linking({ me, linked, onSaved, onClosed }: LinkingProps) {
  const { api } = useDesk()
  const suppliers = useQuery({
    queryKey: ['lookups.suppliers', 'to link'],
    queryFn: ({ signal }) => readPages(page => api.call('lookups.suppliers', { query: page, signal })),
    staleTime: 0,
    gcTime: 0,
  })
  const accounts = useQuery({
    queryKey: ['managedAccounts.list', 'to link'],
    queryFn: ({ signal }) => readPages(page => api.call('managedAccounts.list', { query: page, signal })),
    staleTime: 0,
    gcTime: 0,
  })
  const isLinked = new Set(linked.map(({ pm_sup_ud }) => pm_sup_ud))
  if (suppliers.data === undefined || accounts.data === undefined) return null
  return (
    <LinkSupplier
      me={me}
      suppliers={[...namesById(suppliers.data.map(({ pm_sup_ud: id, name }) => ({ id, name })))].flatMap(
        ([id, label]) => (isLinked.has(Number(id)) ? [] : [{ value: Number(id), label }]),
      )}
      accounts={accounts.data
        .filter(({ pm_dsh_ud }) => pm_dsh_ud !== me.pm_dsh_ud)
        .map(({ pm_dsh_ud, name }) => ({ value: pm_dsh_ud, label: `${isolated(name)} (${pm_dsh_ud})` }))}
      onSaved={onSaved}
      onClosed={onClosed}
    />
  )
}
