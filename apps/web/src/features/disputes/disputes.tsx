import { DISPUTE_STATE_NAMES, DISPUTE_STATES, type Dispute, type DisputeState } from '@desk/schema/disputes/dispute'
import { GREATEST_ID } from '@desk/schema/ids/greatest-id'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, Scale } from 'lucide-react'
import { useState } from 'react'
import { namedOptions } from '#kit/forms/named-options.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { FilterChips } from '#kit/tables/filter-chips.tsx'
import { ALL, filterOptions } from '#kit/tables/list-filter.ts'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { readPages } from '#kit/tables/read-pages.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { ShowMore } from '#kit/tables/show-more.tsx'
import { mayCall } from '#runtime/api/may-call.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DecideDispute } from './decide-dispute.tsx'
import { disputeColumns } from './dispute-columns.tsx'
import styles from './disputes.module.css'
import { RaiseDispute } from './raise-dispute.tsx'

const PAGE_DISPUTES = 100
const DISPUTES = 'disputes.list'

const isState = (text: unknown): text is DisputeState => typeof text === 'string' && Object.hasOwn(DISPUTE_STATES, text)
const idOf = (value: unknown): number | null => {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 && id <= GREATEST_ID ? id : null
}

/** The disputes of the filters, a page after the other, read each time. */
function useDisputes(state: DisputeState | null, supplier: number | null) {
  const desk = useDesk()
  return useInfiniteQuery({
    queryKey: [DISPUTES, state, supplier],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('disputes.list', {
        query: {
          limit: PAGE_DISPUTES,
          offset: pageParam,
          ...(state === null ? {} : { state }),
          ...(supplier === null ? {} : { supplier }),
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { disputes }) => sum + disputes.length, 0)
      return shown < total ? shown : null
    },
    staleTime: 0,
  })
}

/** Rejected completes about which suppliers say otherwise, and what became of each (settlement.md §2). */
export function DisputesScreen() {
  useAppTitle('Disputes')
  const desk = useDesk()
  const user = useUser()
  const zone = useZone()
  const [search] = useUrlSearch()
  const [open, setOpen] = useState<'raising' | Dispute | null>(null)
  const state = isState(search['state']) ? search['state'] : null
  const supplier = idOf(search['supplier'])
  const list = useDisputes(state, supplier)
  const suppliers = useQuery({
    queryKey: ['lookups.suppliers', 'of disputes'],
    queryFn: ({ signal }) => readPages(page => desk.api.call('lookups.suppliers', { query: page, signal })),
  })
  const mayDecide = user !== null && mayCall(user, 'disputes.decide')
  const disputes = list.data?.pages.flatMap(page => page.disputes)
  const isFiltered = state !== null || supplier !== null
  const done = () => {
    setOpen(null)
    void list.refetch()
  }
  const raise = mayDecide ? (
    <Button icon={<Plus aria-hidden />} onPress={() => setOpen('raising')}>
      Raise a dispute
    </Button>
  ) : null
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[
          { label: 'Reports', href: '#/reports' },
          { label: 'Statements', href: '#/statements' },
          { label: 'Disputes' },
        ]}
        title="Disputes"
        actions={raise}
      />
      <div className={styles['filters']}>
        <FilterChips
          filters={[
            {
              name: 'state',
              label: 'State',
              options: filterOptions('All states', DISPUTE_STATE_NAMES, name => DISPUTE_STATES[name].label),
              chosen: state ?? undefined,
            },
            {
              name: 'supplier',
              label: 'Supplier',
              options: [
                { id: ALL, label: 'All suppliers' },
                ...namedOptions((suppliers.data ?? []).map(({ pm_sup_ud: id, name }) => ({ id, name }))),
              ],
              chosen: supplier ?? undefined,
            },
          ]}
        />
        <span className={styles['note']}>Times in {zone.text}</span>
      </div>
      {disputes === undefined ? (
        <NotLoaded query={list} title="The disputes" />
      ) : disputes.length === 0 ? (
        <EmptyState title={isFiltered ? undefined : 'No disputes yet'} icon={<Scale aria-hidden />}>
          {isFiltered
            ? 'Choose another state or supplier.'
            : 'A supplier disputes a rejected complete through its link, or you dispute it for the supplier. A decision is due in ten business days.'}
        </EmptyState>
      ) : (
        <FactsTable
          label="Disputes"
          columns={disputeColumns(zone.name, mayDecide ? setOpen : null)}
          rows={disputes}
          keyOf={({ dispute_ud }) => dispute_ud}
        />
      )}
      <ShowMore list={list} label="Show more disputes" />
      {open === null ? null : open === 'raising' ? (
        <RaiseDispute onRaised={done} onClosed={() => setOpen(null)} />
      ) : (
        <DecideDispute
          dispute={open}
          zone={zone.name}
          onDecided={done}
          onStale={() => void list.refetch()}
          onClosed={() => setOpen(null)}
        />
      )}
    </div>
  )
}
