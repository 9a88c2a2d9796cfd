import type { BusinessUnit } from '@desk/schema/accounts/business-unit'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Building2, Plus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { ListTable } from '#kit/tables/list-table.tsx'
import { useListRows } from '#kit/tables/use-list-rows.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { BUSINESS_UNITS, forgetBusinessUnits } from './business-unit-cache.ts'
import { RetireUnit } from './retire-unit.tsx'
import { unitColumns } from './unit-columns.tsx'

const UnitDialog = lazyOverlay(
  async () => ({ default: (await import('./unit-dialog.tsx')).UnitDialog }),
  'The business unit',
  ({ onClosed }) => onClosed(),
)

/** The business units of the account (§2.25, §3.26): for users who may edit them. */
export function BusinessUnitsScreen() {
  useAppTitle('Business units')
  const me = useUser()
  return me === null ? null : <Units me={me} key={me.pm_dsh_ud} />
}

function Units({ me }: { readonly me: CurrentUser }) {
  const desk = useDesk()
  const accountId = me.pm_dsh_ud
  /** Which unit the dialog edits; null: a new one; undefined: it is closed. */
  const [edited, setEdited] = useState<BusinessUnit | null | undefined>(undefined)
  const [retired, setRetired] = useState<BusinessUnit | null>(null)
  const rows = useListRows<BusinessUnit>({
    queryKey: [BUSINESS_UNITS, accountId],
    readPage: (page, signal) =>
      desk.api.call('businessUnits.list', { params: { id: accountId }, query: { ...page, uses: 'true' }, signal }),
    idOf: ({ business_unit_ud }) => business_unit_ud,
  })
  const columns = useMemo(() => unitColumns(setEdited, setRetired), [])
  const make = (
    <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setEdited(null)}>
      New business unit
    </Button>
  )
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Business units" actions={rows.read.data?.length === 0 ? null : make} />
      <ListTable
        name="business units"
        label="Business units"
        rows={rows}
        columns={columns}
        filters={[]}
        empty={
          <EmptyState title="No business units yet" icon={<Building2 aria-hidden />} action={make}>
            Each project of this account belongs to a business unit and is invoiced by it. A rate card can be for one
            unit alone.
          </EmptyState>
        }
      />
      {edited === undefined ? null : (
        <Suspense fallback={null}>
          <UnitDialog
            key={edited?.business_unit_ud ?? 'new'}
            me={me}
            unit={edited}
            onClosed={() => setEdited(undefined)}
            onSaved={() => {
              forgetBusinessUnits(desk.queryClient)
              setEdited(undefined)
            }}
          />
        </Suspense>
      )}
      {retired === null ? null : <RetireUnit accountId={accountId} unit={retired} onClosed={() => setRetired(null)} />}
    </div>
  )
}
