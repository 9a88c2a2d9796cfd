import { useQuery } from '@tanstack/react-query'
import { isMissing } from '#runtime/api/api-error.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useOpened } from '#runtime/hooks/use-opened.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { oneRead } from '#kit/errors/one-read.ts'
import { NotFound } from '#kit/errors/not-found.tsx'
import { may } from '@desk/schema/permissions/permissions'
import { SUPPLIERS } from './supplier-cache.ts'
import { SupplierEditor } from './supplier-editor.tsx'
import { SupplierPage } from './supplier-page.tsx'
import { SupplierView } from './supplier-view.tsx'
import { useSupplierLists } from './use-supplier-lists.ts'

/** A supplier (api:U13), read each time, so that an edit begins with the stored values. */
function useSupplier(id: number | null) {
  const desk = useDesk()
  return useQuery({
    queryKey: [SUPPLIERS, id],
    queryFn: ({ signal }) => desk.api.call('suppliers.read', { params: { id: id ?? 0 }, signal }),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  })
}

export interface SupplierScreenProps {
  /** null: a new one. */
  readonly id: number | null
  /** The quality of a supplier's respondents, which is another noun's. */
  readonly quality?: (supplierId: number) => React.ReactNode
}

/** One supplier, or a new one: admins edit it, other users of the account read it (domain.md §8). */
export function SupplierScreen({ id, quality = () => null }: SupplierScreenProps) {
  const me = useUser()
  const lists = useSupplierLists()
  const read = useSupplier(id)
  const { data } = read
  useAppTitle(id === null ? 'New supplier' : (data?.name ?? 'Supplier'))
  useOpened(
    id === null || data === undefined
      ? null
      : { scope: 'supplier', id, name: data.name, pm_proj_ud: null, pm_sy_ud: null, type: null },
  )
  if (me === null) return null
  const mayWrite = mayCall(me, id === null ? 'suppliers.create' : 'suppliers.update')
  if (isMissing(read.error) && data === undefined) return <NotFound />
  const reads = oneRead([read, ...lists.reads])
  if (reads.error !== null || lists.isPending || (id !== null && data === undefined))
    return <NotLoaded query={reads} title="The supplier" height="48px" lines={6} />
  const { types, recruitments } = lists
  const codes = { types, recruitments }
  const settings = (tabs: React.ReactNode) =>
    mayWrite ? (
      <SupplierEditor me={me} supplier={data ?? null} tabs={tabs} {...codes} />
    ) : data === undefined ? null : (
      <SupplierView supplier={data} tabs={tabs} {...codes} />
    )
  if (data === undefined || !may(me, 'see the supply side')) return settings(null)
  return <SupplierPage me={me} supplier={data} quality={quality} settings={settings} {...codes} />
}
