import type { StatusColourKey } from '@desk/schema/statuses/pause-reasons'
import { Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FreezeButton } from '#ui/freeze-button.tsx'
import { FreshnessLabel } from '#ui/freshness-label.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import type { DataColumn } from '#ui/table/column.ts'
import { csvOfShown } from '#ui/table/csv-export.ts'
import { DataTable, type DataTableHandle, type TableDensity } from '#ui/table/data-table.tsx'
import { createRowStore, type RowStore } from '#ui/table/row-store.ts'
import type { TableSort } from '#ui/table/sort.ts'
import { TableToolbar } from '#ui/table/table-toolbar.tsx'
import { presetViews, type TableView } from '#ui/table/view.ts'
import styles from './gallery.module.css'
import { Section } from './section.tsx'
import { useWaiting } from '#ui/table/use-waiting.ts'

interface Source {
  id: string
  name: string
  target: number
  allocation: number
  entrants: number
  eqTerms: number
  terms: number
  oQs: number
  sqTerms: number
  abandons: number
  inflight: number
  completes: number
  loi: number
  priceCents: number
  status: StatusColourKey
}

const STATUSES: StatusColourKey[] = [
  'LIVE',
  'LIVE',
  'LIVE',
  'PAUSED',
  'AUTO_PAUSED',
  'DRAFT',
  'COMPLETE',
  'CANCELLED',
  'CLICKS',
]
const CONTEXT = 'America/New_York (UTC-05:00) · USD'

const columns: DataColumn<Source>[] = [
  {
    id: 'name',
    header: 'Source',
    kind: 'custom',
    value: row => row.name,
    uses: ['name'],
    render: row => <a href={`#/source/${row.id}`}>{row.name}</a>,
    width: 200,
  },
  {
    id: 'allocation',
    header: 'Allocation',
    headerTooltip: "the source's target ÷ the sum of targets",
    kind: 'percent',
    value: row => row.allocation,
    presets: ['traffic'],
  },
  {
    id: 'entrants',
    header: 'Entrants',
    headerTooltip: 'Respondents entering',
    kind: 'integer',
    value: row => row.entrants,
    presets: ['traffic', 'quality'],
  },
  {
    id: 'eqTerms',
    header: 'EQ terms',
    headerTooltip: 'Failed pre-survey quality checks',
    kind: 'integer',
    value: row => row.eqTerms,
    presets: ['quality'],
  },
  {
    id: 'terms',
    header: 'Terms',
    headerTooltip: 'Did not meet qualifying criteria',
    kind: 'integer',
    value: row => row.terms,
    presets: ['traffic'],
  },
  {
    id: 'oQs',
    header: 'OQs',
    headerTooltip: 'Met base criteria but not an open sub-quota',
    kind: 'integer',
    value: row => row.oQs,
    presets: ['traffic'],
  },
  {
    id: 'sqTerms',
    header: 'SQ terms',
    headerTooltip: 'Failed in-survey quality checks',
    kind: 'integer',
    value: row => row.sqTerms,
    presets: ['quality'],
  },
  { id: 'abandons', header: 'Abandons', kind: 'integer', value: row => row.abandons, presets: ['quality'] },
  { id: 'inflight', header: 'Inflight', kind: 'integer', value: row => row.inflight, presets: ['traffic'] },
  {
    id: 'completes',
    header: 'Completes',
    kind: 'integer',
    value: row => row.completes,
    target: row => row.target,
    width: 120,
    presets: ['traffic', 'money'],
  },
  {
    id: 'ir',
    header: 'IR',
    headerTooltip: 'completes ÷ (completes + overquotas + terms)',
    kind: 'percent',
    value: row => row.completes / (row.completes + row.oQs + row.terms),
    presets: ['traffic'],
  },
  {
    id: 'conversion',
    header: 'Conversion',
    headerTooltip: 'completes ÷ entrants',
    kind: 'percent',
    value: row => row.completes / row.entrants,
    presets: ['traffic'],
  },
  {
    id: 'loi',
    header: 'LOI (min)',
    headerTooltip: 'Median interview length of completes',
    kind: 'minutes',
    value: row => row.loi,
    presets: ['quality'],
  },
  {
    id: 'expense',
    header: 'Expense',
    headerTooltip: 'Sum of buyer expenses',
    kind: 'money',
    value: row => row.completes * row.priceCents,
    presets: ['money'],
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'custom',
    value: row => row.status,
    uses: ['status'],
    isAlwaysShown: true,
    width: 190,
    render: row => (
      <>
        <StatusPill colourKey={row.status} {...(row.status === 'LIVE' ? {} : { who: 'system' })} />
        <Menu
          label={`Status of ${row.name}`}
          trigger={
            <IconButton label={`Change status of ${row.name}`} size="small" hasTooltip={false}>
              <Ellipsis aria-hidden />
            </IconButton>
          }
          items={[
            { id: '2', label: 'Paused' },
            { id: '5', label: 'Cancelled', blockedReason: 'It has billable completes; complete it instead.' },
          ]}
          onAction={() => undefined}
        />
      </>
    ),
  },
]

function makeSource(index: number, rowCount: number): Source {
  const wave = (factor: number) => Math.round(100 + 99 * Math.sin(index * factor))
  return {
    id: `s${index}`,
    name: `${['Blue Panel', 'Opal Audience', 'River Reach', 'Lucid Exchange'][index % 4]} ${index + 1}`,
    target: 200,
    allocation: 1 / rowCount,
    entrants: 800 + wave(1),
    eqTerms: wave(2),
    terms: wave(3),
    oQs: index % 7 === 0 ? 0 : wave(4),
    sqTerms: wave(5),
    abandons: wave(6),
    inflight: wave(7),
    completes: index === 3 ? 0 : wave(8),
    loi: 8 + (index % 9),
    priceCents: 150 + (index % 5) * 25,
    status: STATUSES[index % STATUSES.length]!,
  }
}

/** Ten frames a second, a thirtieth of the rows in each. */
function simulate(store: RowStore<Source>): () => void {
  let frame = 0
  const timer = setInterval(() => {
    const ids = store.ids()
    frame += 1
    const changes = Array.from({ length: Math.max(1, Math.round(ids.length / 30)) }, (_, index) => {
      const id = ids[(frame * 7 + index * 31) % ids.length]!
      const row = store.get(id)!
      return { id, cells: { entrants: row.entrants + 1, completes: row.completes + (frame % 2) } }
    })
    store.applyBatch(changes)
    const completes = store.rows().reduce((sum, row) => sum + row.completes, 0)
    if (frame % 10 === 0) store.setTotals({ completes, entrants: frame, expense: completes * 200 })
  }, 100)
  return () => clearInterval(timer)
}

export function TableSection({ rowCount, isMoving }: { rowCount: number; isMoving: boolean }) {
  const [store] = useState(() => {
    const made = createRowStore<Source>({ idOf: row => row.id })
    made.setAll(Array.from({ length: rowCount }, (_, index) => makeSource(index, rowCount)))
    made.setTotals({ completes: 3000, entrants: 27000, expense: 600000, ir: 0.4 })
    return made
  })
  const [presets] = useState(() => presetViews(columns))
  const [ownViews, setOwnViews] = useState<TableView[]>([])
  const [viewId, setViewId] = useState<string | null>('all')
  const [columnIds, setColumnIds] = useState<readonly string[]>(() => columns.map(column => column.id))
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<TableSort | null>({ columnId: 'completes', direction: 'descending' })
  const [density, setDensity] = useState<TableDensity>('default')
  const [csv, setCsv] = useState('')
  const table = useRef<DataTableHandle<Source>>(null)
  const { isFrozen, waitingCount } = useWaiting(store)

  useEffect(() => {
    // For measurements and for trying things in the console.
    Object.assign(globalThis, { galleryStore: store })
    return isMoving ? simulate(store) : undefined
  }, [store, isMoving])

  return (
    <Section title="The live table">
      <div>
        <TableToolbar
          label="Sources"
          context={CONTEXT}
          columns={columns}
          search={search}
          onSearchChange={setSearch}
          views={[...presets, ...ownViews]}
          viewId={viewId}
          onViewChange={view => {
            setViewId(view.id)
            setColumnIds(view.columnIds)
          }}
          columnIds={columnIds}
          onColumnIdsChange={ids => {
            setViewId(null)
            setColumnIds(ids)
          }}
          onSaveView={(name, ids) => {
            const view = { id: `own-${ownViews.length + 1}`, name, columnIds: ids, isOwn: true }
            setOwnViews([...ownViews, view])
            setViewId(view.id)
          }}
          onDeleteView={view => setOwnViews(ownViews.filter(own => own !== view))}
          density={density}
          onDensityChange={setDensity}
          onExport={() => {
            if (table.current) setCsv(csvOfShown({ ...table.current.shown(), title: 'Sources', context: CONTEXT }))
          }}
        >
          <FreshnessLabel
            state={isFrozen ? 'frozen' : 'live'}
            ageSeconds={2}
            since="14:02"
            waitingCount={waitingCount}
          />
          <FreezeButton isFrozen={isFrozen} onChange={frozen => (frozen ? store.freeze() : store.thaw())} />
        </TableToolbar>
        <DataTable
          ref={table}
          label="Sources"
          store={store}
          columns={columns}
          columnIds={columnIds}
          search={search}
          sort={sort}
          onSortChange={setSort}
          density={density}
          maxHeight="480px"
        />
      </div>
      {csv === '' ? null : (
        <pre className={styles['csv']} tabIndex={0}>
          {csv}
        </pre>
      )}
      <div className={styles['columns']}>
        <EmptyTable label="Loading table" isLoading />
        <EmptyTable label="Empty table" isLoading={false} />
      </div>
    </Section>
  )
}

const FEW_IDS = ['name', 'completes', 'status']

function EmptyTable({ label, isLoading }: { label: string; isLoading: boolean }) {
  const [store] = useState(() => createRowStore<Source>({ idOf: row => row.id }))
  const [sort, setSort] = useState<TableSort | null>(null)
  return (
    <DataTable
      label={label}
      store={store}
      columns={columns}
      columnIds={FEW_IDS}
      sort={sort}
      onSortChange={setSort}
      isLoading={isLoading}
    />
  )
}
